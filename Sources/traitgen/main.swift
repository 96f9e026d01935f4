print("traitgen")
