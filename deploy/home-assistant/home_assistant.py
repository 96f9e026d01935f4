"""A Home Assistant of this process, reachable from this machine only."""

import asyncio
import datetime
import json
import re
import secrets
import sys
import threading
import urllib.error
import urllib.request
import uuid

from processes import Child, free_port, wait


class HomeAssistant:
    """Home Assistant Core without its first dialogue: its storage says that a user, and the broker, are there."""

    def __init__(self, folder, broker_port):
        self.folder = folder
        self.port = free_port()
        self.log = folder / "home-assistant.log"
        self.child = None
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "configuration.yaml").write_text(
            "homeassistant: {name: Test, latitude: 0, longitude: 0, elevation: 0, unit_system: metric,"
            " time_zone: UTC, currency: EUR, country: DE}\n"
            f"http: {{server_host: 127.0.0.1, server_port: {self.port}}}\n"
            "api:\nwebsocket_api:\n"
            "logger: {default: warning, logs: {homeassistant.components.mqtt: info}}\n"
        )
        self._store_user()
        self._store(
            "onboarding", 4, {"done": ["user", "core_config", "analytics", "integration"]}
        )
        now = datetime.datetime.now(datetime.timezone.utc).isoformat()
        entry = dict(
            created_at=now, modified_at=now, data=dict(broker="127.0.0.1", port=broker_port),
            discovery_keys={}, disabled_by=None, domain="mqtt", entry_id=uuid.uuid4().hex, version=1,
            minor_version=2, options=dict(discovery=True, discovery_prefix="homeassistant"),
            pref_disable_new_entities=False, pref_disable_polling=False, source="user", subentries=[],
            title="broker", unique_id=None,
        )
        self._store("core.config_entries", 1, dict(entries=[entry]), minor=5)

    def _store(self, key, version, data, minor=1):
        folder = self.folder / ".storage"
        folder.mkdir(exist_ok=True)
        (folder / key).write_text(
            json.dumps(dict(version=version, minor_version=minor, key=key, data=data))
        )

    def _store_user(self):
        import jwt

        now = datetime.datetime.now(datetime.timezone.utc)
        user, token, key = uuid.uuid4().hex, uuid.uuid4().hex, secrets.token_hex(64)
        lifetime = 315360000
        self._store(
            "auth", 1,
            dict(
                users=[dict(
                    id=user, group_ids=["system-admin"], is_owner=True, is_active=True, name="test",
                    system_generated=False, local_only=False)],
                groups=[
                    dict(id="system-admin", name="Administrators"), dict(id="system-users", name="Users"),
                    dict(id="system-read-only", name="Read Only")],
                credentials=[],
                refresh_tokens=[dict(
                    id=token, user_id=user, client_id=None, client_name="test", client_icon=None,
                    token_type="long_lived_access_token", created_at=now.isoformat(),
                    access_token_expiration=float(lifetime), token=secrets.token_hex(64), jwt_key=key,
                    last_used_at=None, last_used_ip=None, expire_at=None, credential_id=None, version=None)],
            ),
        )
        issued = int(now.timestamp())
        self.token = jwt.encode(
            dict(iss=token, iat=issued, exp=issued + lifetime), key, algorithm="HS256"
        )

    def start(self):
        """Starts it and waits until it runs."""
        # Releases say that they want a later 3.13 than they need.
        program = (
            "import sys, homeassistant.const as c; c.REQUIRED_PYTHON_VER = (3, 13, 0); sys.argv[0] = 'hass';"
            "from homeassistant.__main__ import main; sys.exit(main())"
        )
        arguments = [sys.executable, "-c", program, "-c", self.folder, "--skip-pip", "--log-file", self.log]
        self.child = Child(arguments, self.folder / "output.log")
        wait("Home Assistant", self._runs, within=180)

    def _runs(self):
        if self.child.process.poll() is not None:
            raise RuntimeError(f"Home Assistant ended: {self.child.log.read_text()[-2000:]}")
        try:
            return self._ask("GET", "/api/config")["state"] == "RUNNING"
        except (OSError, RuntimeError):
            return False

    def stop(self):
        if self.child:
            self.child.stop()

    def _ask(self, method, path, body=None):
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}{path}", method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers={"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"},
        )
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return json.loads(answer.read() or b"null")
        except urllib.error.HTTPError as error:
            raise RuntimeError(f"{path}: {error.code} {error.read().decode()[:300]}") from None

    def call(self, service, entity, **data):
        """Calls a service, `DOMAIN.NAME`, on an entity."""
        domain, name = service.split(".")
        self._ask("POST", f"/api/services/{domain}/{name}", dict(data, entity_id=entity))

    def state(self, entity):
        """An entity's state and attributes; nothing where it is not there."""
        try:
            return self._ask("GET", f"/api/states/{entity}")
        except RuntimeError:
            return None

    def watch(self):
        """A list that grows by the states that entities get from now on: pairs of entity and state."""
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}/api/stream?restrict=state_changed",
            headers={"Authorization": f"Bearer {self.token}"},
        )
        answer = urllib.request.urlopen(request, timeout=300)
        seen = []

        def read():
            try:
                for line in answer:
                    if line.startswith(b"data: {"):
                        data = json.loads(line[6:])["data"]
                        seen.append((data["entity_id"], (data["new_state"] or {}).get("state")))
            except (OSError, ValueError, AttributeError):
                return

        threading.Thread(target=read, daemon=True).start()
        return seen

    def _registries(self):
        import aiohttp

        async def ask():
            url = f"http://127.0.0.1:{self.port}/api/websocket"
            results = []
            async with aiohttp.ClientSession() as session, session.ws_connect(url, max_msg_size=0) as socket:
                await socket.receive_json()
                await socket.send_json(dict(type="auth", access_token=self.token))
                await socket.receive_json()
                for number, registry in enumerate(["device", "entity", "area"], 1):
                    await socket.send_json(dict(id=number, type=f"config/{registry}_registry/list"))
                    results.append((await socket.receive_json())["result"])
            return results

        return asyncio.run(ask())

    def entities(self):
        """The entities that came by MQTT: by their ids, with names, categories, devices and areas."""
        devices, entities, areas = self._registries()
        areas = {area["area_id"]: area["name"] for area in areas}
        devices = {device["id"]: device for device in devices}
        found = {}
        for entity in entities:
            if entity["platform"] != "mqtt":
                continue
            # It asks for one after the other; what went in between counts no more.
            device = devices.get(entity["device_id"])
            if not device:
                continue
            found[entity["entity_id"]] = dict(
                unique=entity["unique_id"], name=entity["original_name"], category=entity["entity_category"],
                disabled=entity["disabled_by"] is not None, device=device["name"],
                area=areas.get(device["area_id"]), via=device["via_device_id"] is not None,
            )
        return found

    def devices(self):
        """The names of the devices that came by MQTT."""
        devices, _, _ = self._registries()
        return {device["name"] for device in devices if any(pair[0] == "mqtt" for pair in device["identifiers"])}

    def complaints(self):
        """What its log says of MQTT from warnings on."""
        text = re.sub(r"\x1b\[[0-9;]*m", "", self.log.read_text(errors="replace")) if self.log.exists() else ""
        records, record = [], None
        for line in text.splitlines():
            start = re.match(r"^\d{4}-\d\d-\d\d \S+ (\w+) \(", line)
            if start:
                record = [line] if start[1] in ("WARNING", "ERROR", "CRITICAL") else None
                if record:
                    records.append(record)
            elif record:
                record.append(line)
        # When a device is removed, Home Assistant clears its document once more for each entity that is switched off,
        # and is surprised when that comes back.
        own = "No device components to cleanup for"
        return [text for text in map("\n".join, records) if "mqtt" in text.lower() and own not in text]
