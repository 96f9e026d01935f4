import Bridge
import Configuration
import Glibc

/// The program: reads the command line, does what it says, and ends with the documented status.
@main
enum Program {
    static func main() async {
        do {
            let invocation = try Invocation(Array(CommandLine.arguments.dropFirst()))
            if invocation.options[.help] != nil {
                StandardStream.output.write(Help.text(for: invocation.command))
            } else if invocation.options[.version] != nil {
                StandardStream.output.write(Help.version)
            } else if let command = invocation.command {
                try await command.init(options: invocation.options, argument: invocation.argument).run()
            }
            exit(ExitStatus.done.rawValue)
        } catch let error as ProgramError {
            end(error)
        } catch let error as ConfigurationFaults {
            end(ProgramError(error))
        } catch {
            end(
                ProgramError(.program, "a fault of the program: \(error)", remedy: "report it with what you did before")
            )
        }
    }

    private static func end(_ error: ProgramError) -> Never {
        // What is named may be what somebody sent or wrote.
        for line in error.lines { StandardStream.error.writeLine(line.onOneLine) }
        exit(error.status.rawValue)
    }
}
