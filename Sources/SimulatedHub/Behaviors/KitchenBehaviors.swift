import ClusterTypes
import DataModel
import HomeGraph

/// Cooking with a mode and a preset (Google trait Cook).
struct CookBehavior: Behavior {
    private typealias Cook = GoogleCookCluster

    var cluster: UInt32 { Cook.clusterID }

    func invoke(
        _ command: UInt32, _ fields: [UInt32: DataValue], _ context: inout EndpointContext
    ) throws(HomeError) -> [UInt32: DataValue] {
        guard Cook.Command(rawValue: command) == .cook else { throw context.unimplemented(command, of: cluster) }
        let request = try context.read(fields, as: Cook.CookRequest.self)
        guard request.start else {
            set(.unspecified, "", 0, .unspecified, &context)
            return [:]
        }
        let modes = context[Cook.supportedCookingModes] ?? []
        guard modes.contains(request.cookingMode) else {
            throw .unknownName("\(request.cookingMode)", field: "cookingMode", known: modes.map { "\($0)" })
        }
        let presets = context[Cook.foodPresets] ?? []
        if !request.foodPreset.isEmpty {
            guard let preset = presets.first(where: { $0.foodPresetName == request.foodPreset }) else {
                throw .unknownName(request.foodPreset, field: "foodPreset", known: presets.map(\.foodPresetName))
            }
            guard request.unit == .unspecified || preset.supportedUnits.contains(request.unit) else {
                throw .unknownName("\(request.unit)", field: "unit", known: preset.supportedUnits.map { "\($0)" })
            }
        }
        guard request.quantity >= 0 else {
            throw HomeError(.outOfRange, "quantity: \(request.quantity) is less than 0")
        }
        set(request.cookingMode, request.foodPreset, request.quantity, request.unit, &context)
        context[OnOffCluster.onOff] = true
        return [:]
    }

    private func set(
        _ mode: Cook.CookingMode, _ preset: String, _ quantity: Float, _ unit: Cook.Unit,
        _ context: inout EndpointContext
    ) {
        context[Cook.currentCookingMode] = mode
        context[Cook.currentFoodPreset] = preset
        context[Cook.currentFoodQuantity] = quantity
        context[Cook.currentFoodUnit] = unit
    }

    /// What is off does not cook.
    func didChange(
        _ attribute: UInt32, of changed: UInt32, from old: DataValue, _ context: inout EndpointContext
    ) {
        guard changed == OnOffCluster.clusterID, context[OnOffCluster.onOff] == false else { return }
        set(.unspecified, "", 0, .unspecified, &context)
    }
}

/// Dispensing of an amount or a preset, for a moment (Google trait Dispense).
struct DispenseBehavior: Behavior {
    private typealias Dispense = GoogleDispenseCluster
    private enum Timer { static let end: UInt32 = 0 }

    private static let time = Duration.seconds(3)

    var cluster: UInt32 { Dispense.clusterID }

    func start(_ context: inout EndpointContext) { end(&context) }

    func invoke(
        _ command: UInt32, _ fields: [UInt32: DataValue], _ context: inout EndpointContext
    ) throws(HomeError) -> [UInt32: DataValue] {
        guard Dispense.Command(rawValue: command) == .dispense else {
            throw context.unimplemented(command, of: cluster)
        }
        let request = try context.read(fields, as: Dispense.DispenseRequest.self)
        let items = context[Dispense.supportedDispenseItems] ?? []
        let presets = (context[Dispense.supportedDispensePresets] ?? []).map(\.presetName)
        if !request.presetName.isEmpty, !presets.contains(request.presetName) {
            throw .unknownName(request.presetName, field: "presetName", known: presets)
        }
        // A preset alone is a portion of the first thing that there is.
        let wanted = request.item.isEmpty && !request.presetName.isEmpty ? items.first?.itemName : request.item
        guard let item = items.first(where: { $0.itemName == wanted }) else {
            throw .unknownName(request.item, field: "item", known: items.map(\.itemName))
        }
        var amount = item.defaultPortion
        if request.amount != 0 {
            guard request.amount > 0 else {
                throw HomeError(.outOfRange, "amount: \(request.amount) is less than 0")
            }
            guard item.supportedUnits.contains(request.unit) else {
                throw .unknownName("\(request.unit)", field: "unit", known: item.supportedUnits.map { "\($0)" })
            }
            amount = Dispense.Amount(amount: request.amount, unit: request.unit)
        }
        try dispense(amount, of: item.itemName, &context)
        return [:]
    }

    private func dispense(
        _ amount: Dispense.Amount, of name: String, _ context: inout EndpointContext
    ) throws(HomeError) {
        var items = context[Dispense.dispenseItems] ?? []
        let index = items.firstIndex { $0.itemName == name } ?? items.endIndex
        if index == items.endIndex { items.append(Dispense.DispenseItem(itemName: name)) }
        if items[index].isCurrentlyDispensing == true {
            throw HomeError(.failedPrecondition, "\(context.device.name) is dispensing \(name) now")
        }
        if let left = items[index].amountRemaining, left.unit == amount.unit {
            guard left.amount >= amount.amount else {
                throw HomeError(
                    .failedPrecondition, "\(context.device.name) has \(left.amount) of \(name) left, no more")
            }
            items[index].amountRemaining?.amount -= amount.amount
        }
        items[index].amountLastDispensed = amount
        items[index].isCurrentlyDispensing = true
        context[Dispense.dispenseItems] = items
        context.schedule(Timer.end, of: cluster, after: Self.time)
    }

    func timer(_ timer: UInt32, _ context: inout EndpointContext) { end(&context) }

    private func end(_ context: inout EndpointContext) {
        guard let items = context[Dispense.dispenseItems], items.contains(where: { $0.isCurrentlyDispensing == true })
        else { return }
        context[Dispense.dispenseItems] = items.map { item in
            var item = item
            if item.isCurrentlyDispensing == true { item.isCurrentlyDispensing = false }
            return item
        }
    }
}

/// Filling and draining (Google trait Fill).
struct FillBehavior: Behavior {
    private typealias Fill = GoogleFillCluster

    var cluster: UInt32 { Fill.clusterID }

    func invoke(
        _ command: UInt32, _ fields: [UInt32: DataValue], _ context: inout EndpointContext
    ) throws(HomeError) -> [UInt32: DataValue] {
        guard Fill.Command(rawValue: command) == .fill else { throw context.unimplemented(command, of: cluster) }
        let request = try context.read(fields, as: Fill.FillRequest.self)
        let levels = (context[Fill.availableFillLevels]?.levels ?? []).map(\.levelName)
        guard request.fill else {
            set("", percent: 0, &context)
            return [:]
        }
        if !request.fillLevel.isEmpty {
            guard let index = levels.firstIndex(of: request.fillLevel) else {
                throw .unknownName(request.fillLevel, field: "fillLevel", known: levels)
            }
            set(request.fillLevel, percent: Float(index + 1) * 100 / Float(levels.count), &context)
        } else {
            guard (0...100).contains(request.fillPercent) else {
                throw HomeError(.outOfRange, "fillPercent: \(request.fillPercent) is not between 0 and 100")
            }
            // Neither a level nor a percentage: to the brim.
            set("", percent: request.fillPercent > 0 ? request.fillPercent : 100, &context)
        }
        return [:]
    }

    private func set(_ level: String, percent: Float, _ context: inout EndpointContext) {
        context[Fill.currentFillLevel] = level
        context[Fill.currentFillPercent] = percent
        context[Fill.isFilled] = percent > 0
    }
}
