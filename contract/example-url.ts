/** The URL of an example, relative to the host: `/v1/providers?last_name=Oliveira`. */
import type { Example, Operation } from './operations.ts'

export function buildExampleUrl(operation: Operation, { path = {}, query = {} }: Example): string {
  const pathname = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(path[name] ?? ''),
  )
  const pairs = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
  return pairs.length > 0 ? `${pathname}?${pairs.join('&')}` : pathname
}
