#!/usr/bin/env python3
"""Lets a real Home Assistant discover two homes, and checks what it made of them and that it can control them.

  check.py BRIDGE [--write-expected]

BRIDGE is the built program. The homes are its sample home and kinds.yaml beside this file; what is to be discovered is in
expected-entities.txt, which --write-expected writes anew, for people to read through. Exit status 1 with a line for each
fault.
"""

import argparse
import json
import shutil
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.append(str(HERE.parent / "peers"))

from home_assistant import HomeAssistant
from mqtt_client import Client
from processes import Broker, Child, wait

EXPECTED = HERE / "expected-entities.txt"
SAMPLE = "homegraph/main-house/device"
KINDS = "kinds/other-things/device"


class Call:
    """A service, what the device must say after it, and what the entity must be."""

    def __init__(self, service, entity, data=None, *, device=None, state=None, **attributes):
        self.service, self.entity, self.data = service, entity, data or {}
        # Topics, and what stands there.
        self.device = device or {}
        self.state, self.attributes = state, attributes


def lamp(end):
    return f"{SAMPLE}/kitchen-lamp/ExtendedColorLight/{end}"


# At least one for each kind of entity that takes orders.
CALLS = [
    Call("light.turn_on", "light.kitchen_lamp", {"brightness": 100, "color_temp_kelvin": 4000}, state="on",
         device={lamp("OnOff/onOff"): "true", lamp("LevelControl/currentLevel"): "100",
                 lamp("ColorControl/colorTemperatureMireds"): "250"}, brightness=100, color_mode="color_temp"),
    Call("light.turn_on", "light.kitchen_lamp", {"hs_color": [120, 100]}, state="on",
         device={lamp("ColorControl/currentHue"): "85", lamp("ColorControl/currentSaturation"): "254"},
         color_mode="hs"),
    Call("light.turn_on", "light.kitchen_lamp", {"brightness": 200, "transition": 2}, state="on",
         # Home Assistant counts to 255, the device to 254.
         device={lamp("LevelControl/currentLevel"): "199"}, brightness=200),
    Call("light.turn_on", "light.disco", {"effect": "colorloop"}, state="on", effect="colorloop",
         device={f"{KINDS}/disco/ExtendedColorLight/ColorControl/colorLoopActive": "1"}),
    Call("light.turn_on", "light.disco", {"effect": "off"}, state="on", effect="off",
         device={f"{KINDS}/disco/ExtendedColorLight/ColorControl/colorLoopActive": "0"}),
    Call("light.turn_on", "light.disco", {"effect": "pulse"}, state="on", effect="pulse",
         device={f"{KINDS}/disco/ExtendedColorLight/Google.LightEffects/pulseEffectSet": "true"}),
    # The least brightness is on, and a flash leaves it as it is.
    Call("light.turn_on", "light.kitchen_ceiling", {"brightness": 1}, state="on",
         device={f"{KINDS}/kitchen-ceiling/DimmableLight/OnOff/onOff": "true",
                 f"{KINDS}/kitchen-ceiling/DimmableLight/LevelControl/currentLevel": "2"}),
    Call("light.turn_on", "light.kitchen_ceiling", {"flash": "short"}, state="on",
         device={f"{KINDS}/kitchen-ceiling/DimmableLight/LevelControl/currentLevel": "2"}),
    Call("light.turn_off", "light.kitchen_lamp", state="off", device={lamp("OnOff/onOff"): "false"}),
    Call("light.turn_on", "light.hallway_light", state="on",
         device={f"{SAMPLE}/hallway-light/OnOffLight/OnOff/onOff": "true"}),
    Call("light.turn_on", "light.kitchen_lights", {"brightness": 50}, state="on",
         device={f"{KINDS}/disco/ExtendedColorLight/LevelControl/currentLevel": "50",
                 f"{KINDS}/kitchen-ceiling/DimmableLight/LevelControl/currentLevel": "50"}, brightness=50),
    Call("light.turn_off", "light.all_lights", state="off",
         device={lamp("OnOff/onOff"): "false", f"{SAMPLE}/hallway-light/OnOffLight/OnOff/onOff": "false"}),
    Call("switch.turn_on", "switch.coffee_plug", state="on",
         device={f"{SAMPLE}/coffee-plug/OnOffPluginUnit/OnOff/onOff": "true"}),
    Call("switch.turn_off", "switch.sockets", state="off",
         device={f"{SAMPLE}/coffee-plug/OnOffPluginUnit/OnOff/onOff": "false",
                 f"{SAMPLE}/power-strip/OnOffPluginUnit/OnOff/onOff": "false"}),
    Call("lock.unlock", "lock.front_door", state="unlocked",
         device={f"{SAMPLE}/front-door/DoorLock/DoorLock/lockState": "unlocked"}),
    Call("lock.lock", "lock.front_door", state="locked",
         device={f"{SAMPLE}/front-door/DoorLock/DoorLock/lockState": "locked"}),
    Call("climate.set_hvac_mode", "climate.thermostat", {"hvac_mode": "heat_cool"}, state="heat_cool",
         device={f"{SAMPLE}/thermostat/Thermostat/Thermostat/systemMode": "auto"}),
    Call("climate.set_temperature", "climate.thermostat", {"target_temp_low": 19.5, "target_temp_high": 25},
         device={f"{SAMPLE}/thermostat/Thermostat/Thermostat/occupiedHeatingSetpoint": "1950",
                 f"{SAMPLE}/thermostat/Thermostat/Thermostat/occupiedCoolingSetpoint": "2500"},
         target_temp_low=19.5, target_temp_high=25.0),
    Call("climate.set_fan_mode", "climate.air_conditioner", {"fan_mode": "high"}, fan_mode="high",
         device={f"{KINDS}/air-conditioner/RoomAirConditioner/FanControl/fanMode": "high"}),
    Call("fan.set_percentage", "fan.ceiling_fan", {"percentage": 40}, state="on", percentage=40,
         device={f"{KINDS}/ceiling-fan/Fan/FanControl/percentSetting": "40"}),
    Call("fan.set_preset_mode", "fan.ceiling_fan", {"preset_mode": "auto"}, preset_mode="auto",
         device={f"{KINDS}/ceiling-fan/Fan/FanControl/fanMode": "auto"}),
    Call("fan.oscillate", "fan.breeze", {"oscillating": True}, oscillating=True,
         device={f"{KINDS}/breeze/Fan/FanControl/rockSetting": '["rockLeftRight"]'}),
    Call("fan.set_direction", "fan.breeze", {"direction": "reverse"}, direction="reverse",
         device={f"{KINDS}/breeze/Fan/FanControl/airflowDirection": "reverse"}),
    Call("cover.set_cover_position", "cover.blind", {"position": 30}, current_position=30,
         device={f"{SAMPLE}/blind/WindowCovering/WindowCovering/currentPositionLiftPercent100ths": "7000"}),
    Call("cover.set_cover_tilt_position", "cover.slats", {"tilt_position": 25}, current_tilt_position=25,
         device={f"{KINDS}/slats/WindowCovering/WindowCovering/currentPositionTiltPercent100ths": "7500"}),
    Call("cover.close_cover", "cover.shades", state="closed", current_position=0,
         device={f"{KINDS}/shade/WindowCovering/WindowCovering/currentPositionLiftPercent100ths": "10000"}),
    Call("cover.open_cover", "cover.garage", state="open", current_position=100,
         device={f"{KINDS}/garage/GoogleGarage/Google.OpenClose/openPercent": "100"}),
    Call("cover.open_cover", "cover.gate_closure", state="open",
         device={f"{KINDS}/gate/Closure/ClosureControl/mainState": "stopped"}),
    Call("valve.open_valve", "valve.garden_tap", state="open",
         device={f"{KINDS}/garden-tap/WaterValve/ValveConfigurationAndControl/currentState": "open"}),
    Call("valve.set_valve_position", "valve.tank", {"position": 40}, current_position=40,
         device={f"{KINDS}/tank/WaterValve/ValveConfigurationAndControl/currentLevel": "40"}),
    Call("select.select_option", "select.scene_mode", {"option": "Film"}, state="Film",
         device={f"{KINDS}/scene/ModeSelect/ModeSelect/currentMode": "2"}),
    Call("select.select_option", "select.coffee_plug_power_on_behaviour", {"option": "on"}, state="on",
         device={f"{SAMPLE}/coffee-plug/OnOffPluginUnit/OnOff/startUpOnOff": "on"}),
    Call("number.set_value", "number.kitchen_lamp_transition_time", {"value": 1.5}, state="1.5",
         device={lamp("LevelControl/onOffTransitionTime"): "15"}),
    Call("button.press", "button.smoke_alarm_self_test",
         device={f"{SAMPLE}/smoke-alarm/SmokeCoAlarm/SmokeCoAlarm/testInProgress": "true"}),
    Call("vacuum.start", "vacuum.robot", state="cleaning",
         device={f"{KINDS}/robot/RoboticVacuumCleaner/RvcOperationalState/operationalState": "running"}),
    Call("vacuum.pause", "vacuum.robot", state="paused",
         device={f"{KINDS}/robot/RoboticVacuumCleaner/RvcOperationalState/operationalState": "paused"}),
    Call("vacuum.start", "vacuum.robot", state="cleaning"),
    Call("lawn_mower.start_mowing", "lawn_mower.mower", state="mowing",
         device={f"{KINDS}/mower/GoogleMower/OperationalState/operationalState": "running"}),
    Call("lawn_mower.pause", "lawn_mower.mower", state="paused"),
    Call("water_heater.set_temperature", "water_heater.boiler", {"temperature": 60}, temperature=60.0,
         device={f"{KINDS}/boiler/WaterHeater/Thermostat/occupiedHeatingSetpoint": "6000"}),
    Call("water_heater.set_operation_mode", "water_heater.boiler", {"operation_mode": "high_demand"},
         state="high_demand",
         device={f"{KINDS}/boiler/WaterHeater/WaterHeaterManagement/boostState": "active"}),
    Call("water_heater.set_operation_mode", "water_heater.boiler", {"operation_mode": "off"}, state="off",
         device={f"{KINDS}/boiler/WaterHeater/Thermostat/systemMode": "off"}),
    Call("humidifier.turn_on", "humidifier.cooler_humidity", state="on",
         device={f"{KINDS}/cooler/GoogleAirCooler/OnOff/onOff": "true"}),
    Call("humidifier.set_humidity", "humidifier.cooler_humidity", {"humidity": 60}, humidity=60,
         device={f"{KINDS}/cooler/GoogleAirCooler/Google.RelativeHumidityControl/relativeHumiditySetpoint": "60"}),
    Call("alarm_control_panel.alarm_arm_home", "alarm_control_panel.guard", state="armed_home",
         device={f"{KINDS}/guard/GoogleSecuritySystem/Google.ArmDisarm/isArmed": "true"}),
    Call("alarm_control_panel.alarm_disarm", "alarm_control_panel.guard", state="disarmed",
         device={f"{KINDS}/guard/GoogleSecuritySystem/Google.ArmDisarm/isArmed": "false"}),
]


class Check:
    """The whole run; faults are gathered, so that one does not hide the next."""

    def __init__(self, program, folder):
        self.program, self.folder = program, folder
        self.faults = []
        self.broker = Broker(folder)
        self.client = Client(self.broker.port, "homegraph/#", "kinds/#", "homeassistant/device/+/config")
        self.home_assistant = HomeAssistant(folder / "home-assistant", self.broker.port)
        self.bridges = []

    def stop(self):
        for child in self.bridges:
            child.stop()
        self.home_assistant.stop()
        self.client.stop()
        self.broker.stop()

    def say(self, step):
        print(f"- {step}", flush=True)

    def fault(self, text):
        print(f"FAULT {text}", flush=True)
        self.faults.append(text)

    def start(self):
        self.say("Home Assistant starts, then two bridges")
        self.home_assistant.start()
        url = f"mqtt://127.0.0.1:{self.broker.port}"
        homes = [["demo"], ["run", "--home", HERE / "kinds.yaml", "--base-topic", "kinds"]]
        for number, arguments in enumerate(homes):
            self.bridges.append(
                Child([self.program, *arguments, "--broker", url], self.folder / f"bridge-{number}.log"))
        for base in ["homegraph", "kinds"]:
            wait(f"{base} online", lambda: self.client.topics.get(f"{base}/bridge/state") == "online")

    def entities(self):
        """All entities, when no more come."""
        def settled():
            documents = sum(topic.startswith("homeassistant/") for topic in self.client.topics)
            before = self.home_assistant.entities()
            time.sleep(3)
            is_whole = len(self.home_assistant.devices()) == documents
            return before if is_whole and before == self.home_assistant.entities() else None
        return wait("a settled registry", settled, within=120)

    def describe(self):
        """A line for each entity."""
        lines = []
        for entity, what in sorted(self.entities().items()):
            marks = [what["category"], "disabled" if what["disabled"] else None, what["area"]]
            lines.append(" | ".join([what["device"], entity, what["name"] or "-"] + [mark for mark in marks if mark]))
        return sorted(lines)

    def compare(self):
        self.say("its entities are the expected ones")
        found, expected = set(self.describe()), set(EXPECTED.read_text().splitlines())
        for line in sorted(expected - found):
            self.fault(f"missing: {line}")
        for line in sorted(found - expected):
            self.fault(f"not expected: {line}")
        uniques = [what["unique"] for what in self.entities().values()]
        if len(set(uniques)) < len(uniques):
            self.fault("two entities have one unique_id")

    def unavailable(self, when):
        for entity, what in self.home_assistant.entities().items():
            state = None if what["disabled"] else self.home_assistant.state(entity)
            if not what["disabled"] and (state is None or state["state"] == "unavailable"):
                self.fault(f"{entity} is unavailable {when}")

    def call(self, call):
        try:
            self.home_assistant.call(call.service, call.entity, **call.data)
            for topic, payload in call.device.items():
                wait(f"{topic} {payload}, not {self.client.topics.get(topic)}",
                     lambda: self.client.topics.get(topic) == payload, within=40)
            def follows():
                state = self.home_assistant.state(call.entity)
                return state and (call.state is None or state["state"] == call.state) and all(
                    state["attributes"].get(name) == value for name, value in call.attributes.items())
            wait(f"the entity follows; it is {self.home_assistant.state(call.entity)}", follows, within=40)
        except (TimeoutError, RuntimeError) as error:
            self.fault(f"{call.service} on {call.entity}: {error}")

    def calls(self):
        self.say(f"{len(CALLS)} services do what they say, and the entities follow")
        for call in CALLS:
            self.call(call)

    def press(self):
        self.say("a press of a button is an event")
        self.client.request("kinds", "simulation/event", dict(
            device="bedside-button", trait="Switch", event="initialPress", fields=dict(newPosition=1)))
        def pressed():
            state = self.home_assistant.state("event.bedside_button")
            return state and state["attributes"].get("event_type") == "initialPress"
        self.expect("the press", pressed)

    def expect(self, what, condition):
        try:
            wait(what, condition)
        except TimeoutError as error:
            self.fault(str(error))

    def away(self):
        self.say("a device that is away is unavailable, and back again")
        for state, expected in [("offline", True), ("online", False)]:
            self.client.request("homegraph", "simulation/connectivity", dict(device="blind", state=state))
            self.expect(f"the blind {state}", lambda: (
                self.home_assistant.state("cover.blind")["state"] == "unavailable") == expected)

    def restart(self):
        self.say("restarted, it has the same entities")
        before = self.entities()
        self.home_assistant.stop()
        self.home_assistant.start()
        after = self.entities()
        for entity in sorted(set(before) - set(after)):
            self.fault(f"gone after a restart: {entity}")
        # Until what is retained is there, and the bridges have told everything again.
        time.sleep(8)
        self.unavailable("after a restart")

    def rename(self):
        self.say("a device that is renamed is the same one, and what is removed is gone")
        before = self.home_assistant.entities()["light.reading_light"]["unique"]
        self.client.request("homegraph", "device/rename", dict(device="reading-light", name="Night Light"))
        self.expect("the new name", lambda: "Night Light" in self.home_assistant.devices())
        entities = self.home_assistant.entities()
        if entities["light.reading_light"]["unique"] != before or "Reading Light" in self.home_assistant.devices():
            self.fault("the renamed device is another one")
        # Entities follow one after another.
        self.entities()
        self.call(Call("light.turn_on", "light.reading_light", state="on", device={
            f"{SAMPLE}/night-light/ColorTemperatureLight/OnOff/onOff": "true"}))
        self.client.request("homegraph", "device/remove", dict(device="reading-light"))
        self.client.request("kinds", "group/delete", dict(group="Kitchen Lights"))
        self.expect("no entity of what was removed", lambda: not {
            what["device"] for what in self.home_assistant.entities().values()} & {"Night Light", "Kitchen Lights"})

    def templates(self):
        self.say("no value is none, by every template of the documents")
        from homeassistant.helpers.template import TemplateEnvironment

        environment = TemplateEnvironment(None, False, False, None)
        for topic, payload in list(self.client.topics.items()):
            if not topic.startswith("homeassistant/"):
                continue
            for component, document in json.loads(payload)["components"].items():
                for key, text in document.items():
                    is_order = key.endswith("command_template") or key == "set_position_template"
                    if not key.endswith("_template") or is_order or document.get("platform") == "event" \
                            or document["platform"] == "device_automation":
                        continue
                    for value in ["", "null"]:
                        variables = {"value": value} | ({"value_json": None} if value else {})
                        result = environment.from_string(text).render(variables)
                        if result not in ["", "None"]:
                            self.fault(f"{topic} {component} makes {result!r} of {value!r}")

    def unknown(self):
        self.say("what is unknown, and what is updated, is taken")
        def report(device, trait, attribute, value):
            self.client.request("kinds", "simulation/report", dict(
                device=device, trait=trait, attribute=attribute, value=value))
        report("updatable", "OtaSoftwareUpdateRequestor", "updateState", "downloading")
        report("updatable", "OtaSoftwareUpdateRequestor", "updateStateProgress", 40)
        def updating():
            attributes = self.home_assistant.state("update.updatable_software")["attributes"]
            return attributes.get("in_progress") and attributes.get("update_percentage") == 40
        self.expect("the update's progress", updating)
        report("updatable", "OtaSoftwareUpdateRequestor", "updateState", "idle")
        self.expect("the update's end", lambda: not self.home_assistant.state(
            "update.updatable_software")["attributes"].get("in_progress"))
        report("tank", "ValveConfigurationAndControl", "currentLevel", None)
        self.expect("a valve that does not know its position", lambda: self.home_assistant.state(
            "valve.tank")["attributes"].get("current_position") is None)
        report("garden-tap", "ValveConfigurationAndControl", "currentState", None)
        self.expect("a valve that does not know its state", lambda: self.home_assistant.state(
            "valve.garden_tap")["state"] == "unknown")

    def members(self):
        self.say("what a group has no more is gone, and nothing is an alarm because it goes")
        self.client.request("kinds", "group/remove", dict(group="Corner", devices=["corner-lamp"]))
        self.expect("no light of the corner", lambda: "light.corner" not in " ".join(
            entity for entity, what in self.home_assistant.entities().items() if what["device"] == "Corner"))
        if not any(what["device"] == "Corner" for what in self.home_assistant.entities().values()):
            self.fault("the corner has no plug any more")
        seen = self.home_assistant.watch()
        self.client.request("kinds", "device/remove", dict(device="cellar-alarm"))
        self.expect("no entity of the alarm", lambda: not any(
            what["device"] == "Cellar Alarm" for what in self.home_assistant.entities().values()))
        # Until what the alarm said is cleared, too.
        time.sleep(4)
        for entity, state in list(seen):
            if entity.startswith("binary_sensor.cellar_alarm") and state == "on":
                self.fault(f"{entity} was on while its device was removed")

    def end(self):
        self.say("when a bridge ends, what it has is unavailable")
        self.bridges[1].stop()
        self.expect("the robot unavailable", lambda: (
            self.home_assistant.state("vacuum.robot")["state"] == "unavailable"))
        for text in self.home_assistant.complaints():
            self.fault(f"Home Assistant's log: {text}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bridge", type=Path)
    parser.add_argument("--write-expected", action="store_true")
    options = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="homegraph2mqtt-home-assistant-"))
    check = Check(options.bridge, folder)
    try:
        check.start()
        if options.write_expected:
            EXPECTED.write_text("\n".join(check.describe()) + "\n")
            return 0
        check.compare()
        check.unavailable("at first")
        check.calls()
        check.press()
        check.away()
        check.restart()
        check.templates()
        check.unknown()
        check.rename()
        check.members()
        check.end()
    finally:
        check.stop()
    print(f"{len(CALLS)} services, {len(EXPECTED.read_text().splitlines())} entities, {len(check.faults)} faults")
    if not check.faults:
        shutil.rmtree(folder)
    else:
        print(f"logs: {folder}")
    return 1 if check.faults else 0


if __name__ == "__main__":
    sys.exit(main())
