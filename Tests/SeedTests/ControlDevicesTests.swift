import HomeGraph
