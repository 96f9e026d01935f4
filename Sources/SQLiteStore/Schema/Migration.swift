/// A step from one version of the schema to the next.
///
/// A step that was released is never changed: a change of the schema is a further step at the end of the list, and the
/// number of steps is the version, which the file bears as `user_version`.
struct Migration: Sendable {
    /// Statements of SQL, which run in one transaction.
    let script: String

    /// All steps, the first from an empty file.
    static let all = [Migration(script: firstSchema), Migration(script: associatedServices)]

    /// Version 2: what people say that outlets and switches stand for.
    private static let associatedServices = """
        CREATE TABLE associated_service (
            device TEXT NOT NULL REFERENCES device (id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
            service TEXT NOT NULL,
            type TEXT NOT NULL,
            PRIMARY KEY (device, service)
        ) STRICT, WITHOUT ROWID;
        """

    /// The tables of version 1.
    ///
    /// `number` is the order of creation. Objects are named by their ids, so that the tables can be read by people;
    /// only values, of which there are many, name their device by its number.
    private static let firstSchema = """
        CREATE TABLE structure (
            number INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            name TEXT NOT NULL
        ) STRICT;

        CREATE TABLE room (
            number INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            name TEXT NOT NULL,
            structure TEXT NOT NULL REFERENCES structure (id) DEFERRABLE INITIALLY DEFERRED
        ) STRICT;

        -- How devices are made, as JSON; devices that are made alike share one.
        CREATE TABLE layout (
            number INTEGER PRIMARY KEY,
            description TEXT NOT NULL UNIQUE
        ) STRICT;

        CREATE TABLE device (
            number INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            name TEXT NOT NULL,
            structure TEXT NOT NULL REFERENCES structure (id) DEFERRABLE INITIALLY DEFERRED,
            room TEXT REFERENCES room (id) ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED,
            -- The id of the device that it stands behind; a bridge and what stands behind it go together.
            bridge TEXT,
            layout INTEGER NOT NULL REFERENCES layout (number),
            hub_state TEXT
        ) STRICT;
        CREATE INDEX device_by_room ON device (room);
        CREATE INDEX device_by_layout ON device (layout);

        -- Attributes by their numbers in the data model; the value is JSON.
        CREATE TABLE value (
            device INTEGER NOT NULL REFERENCES device (number) ON DELETE CASCADE,
            endpoint INTEGER NOT NULL,
            cluster INTEGER NOT NULL,
            attribute INTEGER NOT NULL,
            value TEXT NOT NULL,
            PRIMARY KEY (device, endpoint, cluster, attribute)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE device_group (
            number INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            name TEXT NOT NULL,
            structure TEXT NOT NULL REFERENCES structure (id) DEFERRABLE INITIALLY DEFERRED
        ) STRICT;

        CREATE TABLE group_member (
            device_group TEXT NOT NULL REFERENCES device_group (id) ON DELETE CASCADE,
            position INTEGER NOT NULL,
            device TEXT NOT NULL REFERENCES device (id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
            PRIMARY KEY (device_group, position),
            UNIQUE (device, device_group)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE service_group (
            number INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            name TEXT NOT NULL,
            structure TEXT NOT NULL REFERENCES structure (id) DEFERRABLE INITIALLY DEFERRED
        ) STRICT;

        -- Services by their names within the device.
        CREATE TABLE service_group_member (
            service_group TEXT NOT NULL REFERENCES service_group (id) ON DELETE CASCADE,
            position INTEGER NOT NULL,
            device TEXT NOT NULL REFERENCES device (id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
            service TEXT NOT NULL,
            PRIMARY KEY (service_group, position),
            UNIQUE (device, service, service_group)
        ) STRICT, WITHOUT ROWID;

        -- The names that people gave to services.
        CREATE TABLE service_name (
            device TEXT NOT NULL REFERENCES device (id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
            service TEXT NOT NULL,
            name TEXT NOT NULL,
            PRIMARY KEY (device, service)
        ) STRICT, WITHOUT ROWID;

        -- What parts of the program keep for themselves.
        CREATE TABLE record (
            section TEXT NOT NULL,
            key TEXT NOT NULL,
            value TEXT NOT NULL,
            PRIMARY KEY (section, key)
        ) STRICT, WITHOUT ROWID;
        """
}
