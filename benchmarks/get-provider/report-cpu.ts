/** Sends the URL of a server to the parent process, and answers each message with the CPU time since the previous one. */

export function reportCpu(url: string): void {
  let before = process.cpuUsage()
  process.on('message', () => {
    const { user, system } = process.cpuUsage(before)
    before = process.cpuUsage()
    process.send?.({ cpuMicroseconds: user + system })
  })
  process.on('disconnect', () => process.exit())
  process.send?.({ url })
}
