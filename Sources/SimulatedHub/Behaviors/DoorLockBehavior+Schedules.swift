import ClusterTypes
import DataModel
import HomeGraph

/// When users may come in, and when the lock works otherwise (Matter Application Cluster Specification, section
/// 5.2).
extension DoorLockBehavior {
    /// Schedules are remembered under these numbers: the index, and the user's above it.
    private enum Place {
        static let weekDays: UInt32 = 0x1000_0000, yearDays: UInt32 = 0x2000_0000, holidays: UInt32 = 0x3000_0000

        static func item(_ kind: UInt32, _ index: UInt8, _ user: UInt16 = 0) -> UInt32 {
            kind + UInt32(user) << 8 + UInt32(index)
        }
    }

    /// A schedule of whatever kind, as it is remembered.
    private struct Kept: DataStructure {
        let fields: [UInt32: DataValue]
    }

    /// Stands for all schedules.
    private static let allSchedules: UInt8 = 0xfe

    /// Carries a command about schedules out; `nil` for any other.
    func schedule(
        _ command: Lock.Command?, _ fields: [UInt32: DataValue], _ context: inout EndpointContext
    ) throws(HomeError) -> [UInt32: DataValue]? {
        switch command {
        case .setWeekDaySchedule: try set(try context.read(fields, as: Lock.SetWeekDayScheduleRequest.self), &context)
        case .getWeekDaySchedule:
            return get(try context.read(fields, as: Lock.GetWeekDayScheduleRequest.self), context).fields
        case .clearWeekDaySchedule:
            let request = try context.read(fields, as: Lock.ClearWeekDayScheduleRequest.self)
            try clear(
                Place.weekDays, .weekDaySchedule, request.weekDayIndex, request.userIndex,
                of: Lock.numberOfWeekDaySchedulesSupportedPerUser, &context)
        case .setYearDaySchedule: try set(try context.read(fields, as: Lock.SetYearDayScheduleRequest.self), &context)
        case .getYearDaySchedule:
            return get(try context.read(fields, as: Lock.GetYearDayScheduleRequest.self), context).fields
        case .clearYearDaySchedule:
            let request = try context.read(fields, as: Lock.ClearYearDayScheduleRequest.self)
            try clear(
                Place.yearDays, .yearDaySchedule, request.yearDayIndex, request.userIndex,
                of: Lock.numberOfYearDaySchedulesSupportedPerUser, &context)
        case .setHolidaySchedule: try set(try context.read(fields, as: Lock.SetHolidayScheduleRequest.self), &context)
        case .getHolidaySchedule:
            return get(try context.read(fields, as: Lock.GetHolidayScheduleRequest.self), context).fields
        case .clearHolidaySchedule:
            let request = try context.read(fields, as: Lock.ClearHolidayScheduleRequest.self)
            try clear(
                Place.holidays, .holidaySchedule, request.holidayIndex, nil,
                of: Lock.numberOfHolidaySchedulesSupported, &context)
        default: return nil
        }
        return [:]
    }

    // MARK: - Setting

    private func set(_ request: Lock.SetWeekDayScheduleRequest, _ context: inout EndpointContext) throws(HomeError) {
        try check(request.weekDayIndex, of: Lock.numberOfWeekDaySchedulesSupportedPerUser, context)
        try checkUser(request.userIndex, context)
        let start = (request.startHour, request.startMinute), end = (request.endHour, request.endMinute)
        guard start.0 < 24, end.0 < 24, start.1 < 60, end.1 < 60, start < end else {
            throw HomeError(
                .invalidArgument, "the schedule from \(start.0):\(start.1) to \(end.0):\(end.1) is no time of a day")
        }
        guard !request.daysMask.isEmpty else {
            throw HomeError(.invalidArgument, "daysMask: the schedule is for no day")
        }
        keep(
            request, Place.item(Place.weekDays, request.weekDayIndex, request.userIndex), .weekDaySchedule,
            request.userIndex, request.weekDayIndex, &context)
    }

    private func set(_ request: Lock.SetYearDayScheduleRequest, _ context: inout EndpointContext) throws(HomeError) {
        try check(request.yearDayIndex, of: Lock.numberOfYearDaySchedulesSupportedPerUser, context)
        try checkUser(request.userIndex, context)
        try checkTimes(request.localStartTime, request.localEndTime)
        keep(
            request, Place.item(Place.yearDays, request.yearDayIndex, request.userIndex), .yearDaySchedule,
            request.userIndex, request.yearDayIndex, &context)
    }

    private func set(_ request: Lock.SetHolidayScheduleRequest, _ context: inout EndpointContext) throws(HomeError) {
        try check(request.holidayIndex, of: Lock.numberOfHolidaySchedulesSupported, context)
        try checkTimes(request.localStartTime, request.localEndTime)
        try check(request.operatingMode, context)
        keep(
            request, Place.item(Place.holidays, request.holidayIndex), .holidaySchedule, nil, request.holidayIndex,
            &context)
        followHolidays(anew: true, &context)
    }

    private func checkTimes(_ start: UInt32, _ end: UInt32) throws(HomeError) {
        guard start < end else {
            throw HomeError(.invalidArgument, "localEndTime: \(end) is not after localStartTime, \(start)")
        }
    }

    private func check(_ index: UInt8, of places: AttributeKey<UInt8>, _ context: EndpointContext) throws(HomeError) {
        let count = context[places] ?? 0
        guard index >= 1, index <= count else {
            throw HomeError(
                .outOfRange, "the schedule \(index) is no place of \(context.device.name); there are 1 to \(count)")
        }
    }

    private func checkUser(_ index: UInt16, _ context: EndpointContext) throws(HomeError) {
        guard storedUser(index, context) != nil else {
            throw HomeError(.failedPrecondition, "userIndex: there is no user at \(index); add one first")
        }
    }

    private func keep(
        _ schedule: some ClusterCommand, _ item: UInt32, _ type: Lock.LockDataTypeEnum, _ user: UInt16?,
        _ index: UInt8, _ context: inout EndpointContext
    ) {
        let isNew = context[memory: item, of: cluster] as Kept? == nil
        context[memory: item, of: cluster] = Kept(fields: schedule.fields)
        announce(type, isNew ? .add : .modify, user: user, data: UInt16(index), &context)
    }

    // MARK: - Reading

    private func status(_ index: UInt8, of places: AttributeKey<UInt8>, _ isThere: Bool, _ context: EndpointContext)
        -> SharedTypes.Status
    {
        guard index >= 1, index <= context[places] ?? 0 else { return .invalidCommand }
        return isThere ? .success : .notFound
    }

    private func get(
        _ request: Lock.GetWeekDayScheduleRequest, _ context: EndpointContext
    ) -> Lock.GetWeekDayScheduleResponse {
        let item = Place.item(Place.weekDays, request.weekDayIndex, request.userIndex)
        let schedule: Lock.SetWeekDayScheduleRequest? = read(item, context)
        return Lock.GetWeekDayScheduleResponse(
            weekDayIndex: request.weekDayIndex, userIndex: request.userIndex,
            status: status(
                request.weekDayIndex, of: Lock.numberOfWeekDaySchedulesSupportedPerUser, schedule != nil, context),
            daysMask: schedule?.daysMask, startHour: schedule?.startHour, startMinute: schedule?.startMinute,
            endHour: schedule?.endHour, endMinute: schedule?.endMinute)
    }

    private func get(
        _ request: Lock.GetYearDayScheduleRequest, _ context: EndpointContext
    ) -> Lock.GetYearDayScheduleResponse {
        let item = Place.item(Place.yearDays, request.yearDayIndex, request.userIndex)
        let schedule: Lock.SetYearDayScheduleRequest? = read(item, context)
        return Lock.GetYearDayScheduleResponse(
            yearDayIndex: request.yearDayIndex, userIndex: request.userIndex,
            status: status(
                request.yearDayIndex, of: Lock.numberOfYearDaySchedulesSupportedPerUser, schedule != nil, context),
            localStartTime: schedule?.localStartTime, localEndTime: schedule?.localEndTime)
    }

    private func get(
        _ request: Lock.GetHolidayScheduleRequest, _ context: EndpointContext
    ) -> Lock.GetHolidayScheduleResponse {
        let schedule: Lock.SetHolidayScheduleRequest? = read(
            Place.item(Place.holidays, request.holidayIndex), context)
        return Lock.GetHolidayScheduleResponse(
            holidayIndex: request.holidayIndex,
            status: status(
                request.holidayIndex, of: Lock.numberOfHolidaySchedulesSupported, schedule != nil, context),
            localStartTime: schedule?.localStartTime, localEndTime: schedule?.localEndTime,
            operatingMode: schedule?.operatingMode)
    }

    private func read<Schedule: ClusterCommand>(_ item: UInt32, _ context: EndpointContext) -> Schedule? {
        (context[memory: item, of: cluster] as Kept?).flatMap { Schedule(fields: $0.fields) }
    }

    // MARK: - Clearing

    private func clear(
        _ kind: UInt32, _ type: Lock.LockDataTypeEnum, _ index: UInt8, _ user: UInt16?,
        of places: AttributeKey<UInt8>, _ context: inout EndpointContext
    ) throws(HomeError) {
        if index != Self.allSchedules { try check(index, of: places, context) }
        if let user { try checkUser(user, context) }
        let first = Place.item(kind, 0, user ?? 0)
        let items = context.memories(in: first..<(first + 0x100), of: cluster).map { (item, _: Kept) in item }
            .filter { index == Self.allSchedules || $0 == first + UInt32(index) }
        for item in items { context[memory: item, of: cluster] = Kept?.none }
        guard !items.isEmpty else { return }
        announce(type, .clear, user: user, data: UInt16(index), &context)
        if kind == Place.holidays { followHolidays(anew: true, &context) }
    }

    /// Frees the schedules of a user who is gone.
    func forgetSchedules(of user: UInt16, _ context: inout EndpointContext) {
        for kind in [Place.weekDays, Place.yearDays] {
            let first = Place.item(kind, 0, user)
            for (item, _) in context.memories(in: first..<(first + 0x100), of: cluster) as [(UInt32, Kept)] {
                context[memory: item, of: cluster] = Kept?.none
            }
        }
    }

    // MARK: - Who may come in now

    /// Whether a user's schedules let them in now; whoever needs none always may.
    func isScheduled(_ user: Lock.GetUserResponse, _ context: EndpointContext) -> Bool {
        switch user.userType {
        case .weekDayScheduleUser: return isInWeek(user.userIndex, context)
        case .yearDayScheduleUser: return isInYear(user.userIndex, context)
        case .scheduleRestrictedUser: return isInWeek(user.userIndex, context) || isInYear(user.userIndex, context)
        case .nonAccessUser: return false
        default: return true
        }
    }

    private func schedules<Schedule: ClusterCommand>(
        _ kind: UInt32, of user: UInt16, _ context: EndpointContext
    ) -> [Schedule] {
        let first = Place.item(kind, 0, user)
        let items: [(UInt32, Kept)] = context.memories(in: first..<(first + 0x100), of: cluster)
        return items.compactMap { read($0.0, context) }
    }

    /// The lock's clock shows universal time.
    private func isInWeek(_ user: UInt16, _ context: EndpointContext) -> Bool {
        let minute = (context.now.seconds - context.now.midnight) / 60
        let schedules: [Lock.SetWeekDayScheduleRequest] = schedules(Place.weekDays, of: user, context)
        return schedules.contains { schedule in
            let start = Int64(schedule.startHour) * 60 + Int64(schedule.startMinute)
            let end = Int64(schedule.endHour) * 60 + Int64(schedule.endMinute)
            return schedule.daysMask.rawValue & context.now.weekdayBit() != 0
                && start <= minute && minute < end
        }
    }

    private func isInYear(_ user: UInt16, _ context: EndpointContext) -> Bool {
        let now = context.now.matterSeconds
        let schedules: [Lock.SetYearDayScheduleRequest] = schedules(Place.yearDays, of: user, context)
        return schedules.contains { $0.localStartTime <= now && now < $0.localEndTime }
    }

    // MARK: - Holidays

    /// While a holiday is on, the lock works as its schedule says, and as it did before once it is over
    /// (SetHolidaySchedule).
    ///
    /// Anew, the schedule of a holiday holds whatever mode somebody chose meanwhile.
    func followHolidays(anew isAnew: Bool, _ context: inout EndpointContext) {
        let now = context.now.matterSeconds
        let schedules: [Lock.SetHolidayScheduleRequest] = schedules(Place.holidays, of: 0, context)
        let current = schedules.first { $0.localStartTime <= now && now < $0.localEndTime }
        let before: Lock.OperatingModeEnum? = context[memory: Memory.modeBefore, of: cluster]
        if let current {
            if before == nil { context[memory: Memory.modeBefore, of: cluster] = context[Lock.operatingMode] }
            if before == nil || isAnew { context[Lock.operatingMode] = current.operatingMode }
        } else if let before {
            context[memory: Memory.modeBefore, of: cluster] = Lock.OperatingModeEnum?.none
            context[Lock.operatingMode] = before
        }
        let next = schedules.flatMap { [$0.localStartTime, $0.localEndTime] }.filter { $0 > now }.min()
        if let next {
            context.schedule(Timer.holiday, of: cluster, after: .seconds(next - now))
        } else {
            context.cancel(Timer.holiday, of: cluster)
        }
    }

    /// Who chooses a mode on a holiday chooses it for afterwards, too.
    func noteChosenMode(_ context: inout EndpointContext) {
        guard context[memory: Memory.modeBefore, of: cluster] as Lock.OperatingModeEnum? != nil else { return }
        context[memory: Memory.modeBefore, of: cluster] = context[Lock.operatingMode]
    }
}
