import { contract } from '../contract/index.ts'
import type { Channel } from '../contract/shared.ts'
import { isPath } from '../contract/subjects.ts'

type AnyHandler = (input: never, call: never) => Promise<unknown>

/** Project-relative paths by channel; a folder is for files whose names only the service determines. */
const pathsOf: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries<Channel>(contract).flatMap(([channel, declared]) =>
    declared.effect === 'writes' && declared.reportedBy === undefined
      ? [[channel, declared.subjects.filter(isPath)]]
      : [],
  ),
)

/**
 * The same handlers; after one that writes files, `wrote` is called before the answer goes out, so that the watcher
 * counts the change as the app's own. Saved chapters are reported by the manuscript service, with hashes.
 */
export function notingWrites<H extends object>(
  handlers: H,
  wrote: (projectId: string, path: string) => Promise<void>,
): H {
  const noting = Object.entries(handlers).map(([channel, handler]) => {
    const paths = pathsOf.get(channel)
    if (paths === undefined || paths.length === 0) return [channel, handler]
    const run = handler as AnyHandler // every value is a handler; the router has parsed the input by its channel
    const wrapped = async (input: { readonly projectId: string }, call: unknown) => {
      const output = await run(input as never, call as never)
      for (const path of paths) await wrote(input.projectId, path)
      return output
    }
    return [channel, wrapped]
  })
  return Object.fromEntries(noting) as H // same keys, same shapes
}
