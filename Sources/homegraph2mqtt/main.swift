print("homegraph2mqtt")
