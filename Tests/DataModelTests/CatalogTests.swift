import DataModel
import Testing
