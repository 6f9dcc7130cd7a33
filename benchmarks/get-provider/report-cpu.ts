/** Tells the parent process where a server listens, and on each message how much CPU time it has used since the last. */

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
