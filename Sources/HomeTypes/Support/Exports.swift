// The traits' enumerations and structures are declared there; who imports the traits sees their members, too.
@_exported public import ClusterTypes
