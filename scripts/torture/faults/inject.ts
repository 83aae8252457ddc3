import fs from 'node:fs'
import promises from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'

/** What of the file system can be made to fail: calls by path, and what is done with an open file. */
export const steps = ['open', 'write', 'sync', 'rename', 'mkdir', 'link', 'unlink'] as const
export type Step = (typeof steps)[number]

type AnyFunction = (...given: never[]) => unknown

/**
 * Runs a task while a step fails with a code for every path below `folder`: in the file system of Node, under the
 * product as it is. What the database does itself is not reached.
 * @returns what the task returns, and how often something was made to fail.
 */
export async function withFault<T>(
  { step, code, folder }: { readonly step: Step; readonly code: string; readonly folder: string },
  task: () => Promise<T>,
): Promise<{ readonly result: T; readonly failed: number }> {
  let failed = 0
  const undo: (() => void)[] = []
  const isMeant = (given: readonly unknown[]) =>
    given.some((one) => typeof one === 'string' && one.startsWith(folder))
  const fault = () => {
    failed += 1
    return Object.assign(new Error(`${code}: injected`), { code, errno: -1, syscall: step })
  }

  function replace(owner: object, name: string, make: (original: AnyFunction) => AnyFunction): void {
    const original = Reflect.get(owner, name) as AnyFunction // a function of the file system
    Reflect.set(owner, name, make(original))
    undo.push(() => void Reflect.set(owner, name, original))
  }

  const failing = (owner: object, name: string) =>
    replace(owner, name, (original) => (...given) => {
      if (!isMeant(given)) return original(...given)
      if (owner === promises) return Promise.reject(fault())
      throw fault()
    })

  if (step === 'write' || step === 'sync') {
    replace(promises, 'open', (original) => async (...given: never[]) => {
      const handle = (await original(...given)) as object // a FileHandle
      if (isMeant(given))
        Reflect.set(handle, step === 'write' ? 'writeFile' : 'sync', () => Promise.reject(fault()))
      return handle
    })
    if (step === 'write') failing(fs, 'writeFileSync')
  } else if (step === 'open') {
    // Opened for writing only: what cannot be read is another fault.
    replace(promises, 'open', (original) => (...given: never[]) => {
      const [, flags] = given as readonly unknown[]
      const isWriting = typeof flags === 'string' ? flags !== 'r' : (Number(flags) & 3) !== 0
      return isWriting && isMeant(given) ? Promise.reject(fault()) : original(...given)
    })
    failing(fs, 'writeFileSync')
  } else {
    failing(promises, step)
    if (step === 'unlink') failing(promises, 'rm')
    if (step === 'rename' || step === 'mkdir') failing(fs, `${step}Sync`)
  }
  syncBuiltinESMExports()
  try {
    return { result: await task(), failed }
  } finally {
    for (const one of undo.reverse()) one()
    syncBuiltinESMExports()
  }
}
