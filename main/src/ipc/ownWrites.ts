import type { ChannelsWith } from '../contract/effects.ts'

type AnyHandler = (input: never, call: never) => Promise<unknown>

/**
 * What each channel writes below the project; a folder is for files whose names only the service determines. Empty:
 * the service reports what it writes by itself, or writes outside the project.
 */
const writtenBy: Readonly<Record<ChannelsWith<'writes'>, readonly string[]>> = {
  'context:creonow:ensure': ['.creonow'],
  'context:creonow:conversations:save': ['.creonow/conversations', '.creonow/outputs'],
  'context:creonow:conversations:analysis:update': ['.creonow/conversations'],
  'context:budget:update': ['.creonow/budget.json'],
  'constraints:create': ['.creonow/rules/constraints.json'],
  'constraints:update': ['.creonow/rules/constraints.json'],
  'constraints:delete': ['.creonow/rules/constraints.json'],
  'constraints:set': ['.creonow/rules/constraints.json'],
  'constraints:restore': ['.creonow/rules/constraints.json'],
  'creonow:file:save': ['.creonow'],
  'creonow:file:create': ['.creonow'],
  'creonow:file:rename': ['.creonow'],
  'creonow:file:delete': ['.creonow'],
  'creonow:file:restore': ['.creonow'],
  'creonow:terminology:save': ['.creonow/rules/terminology.json'],
  'projects:profile:save': ['.creonow/project.json'],
  'skills:save': ['.creonow/skills'],
  'skills:copy': ['.creonow/skills'],
  'codex:save': ['.creonow'],
  'codex:delete': ['.creonow'],
  'codex:import': ['.creonow'],
  'memory:save': ['.creonow/memory'],
  'memory:decide': ['.creonow/memory'],
  'memory:delete': ['.creonow/memory'],
  'memory:distil': ['.creonow/memory'],
  'ai:run': ['.creonow/conversations'],
  'chat:create': ['.creonow/conversations'],
  'chat:rename': ['.creonow/conversations'],
  'chat:delete': ['.creonow/conversations'],
  'chat:restore': ['.creonow/conversations'],
  'chat:summary:undo': ['.creonow/conversations'],
  'chat:summary:update': ['.creonow/conversations'],
  'ai:outcome': ['.creonow/memory', '.creonow/synopses'],
  'retrieval:synopses:save': ['.creonow/synopses'],
  'documents:import': ['manuscript'],
  'documents:create': ['.creonow/book.json'],
  'documents:split': ['manuscript', '.creonow'],
  'documents:merge': ['manuscript', '.creonow'],
  'documents:rename': ['manuscript', '.creonow'],
  'documents:move': ['manuscript', '.creonow'],
  'documents:undo': ['manuscript', '.creonow'],
  'documents:delete': ['manuscript', '.creonow'],
  'documents:restore': ['manuscript', '.creonow'],
  'volumes:create': ['manuscript', '.creonow'],
  'volumes:rename': ['manuscript', '.creonow'],
  'volumes:delete': ['manuscript', '.creonow'],
  'agent:permissions:set': [],
  'agent:run': [],
  'book:replace': [],
  'chat:trash:empty': [],
  'documents:save': [],
  'edits:keep': [],
  'edits:undo': [],
  'history:restore': [],
  'redaction:allow:add': [],
  'redaction:allow:remove': [],
  'words:goal:update': [],
}

const pathsOf: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(writtenBy))

/**
 * The same handlers; after one that writes files, `wrote` is told before the answer goes out, so that the
 * watcher knows the change as the app's own. Saved chapters are told by the manuscript service, with hashes.
 */
export function notingWrites<H extends object>(
  handlers: H,
  wrote: (projectId: string, path: string) => Promise<void>,
): H {
  const noting = Object.entries(handlers).map(([channel, handler]) => {
    const paths = pathsOf.get(channel)
    if (paths === undefined) return [channel, handler]
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
