import { Readable } from 'node:stream'
import { main } from '../../main/src/hosts/cli/main.ts'
import type { Ended } from './commandLine.ts'

const outputs = [process.stdout, process.stderr] as const
const heard: readonly (readonly [NodeJS.EventEmitter, string])[] = [
  [process, 'SIGINT'],
  [process, 'uncaughtException'],
  [process, 'unhandledRejection'],
  [process.stdout, 'error'],
  [process.stderr, 'error'],
]

/**
 * Runs one command of `creonow` in this process, where the start of another one would prove nothing: with an app of
 * its own, what it wrote to stdout and stderr taken down, and `input` on stdin. Never two at once.
 */
export async function creonowHere(args: readonly string[], dataFolder: string, input = ''): Promise<Ended> {
  const written = ['', '']
  const writers = outputs.map(({ write }) => write)
  const listeners = heard.map(([source, event]) => new Set(source.rawListeners(event)))
  for (const [i, output] of outputs.entries()) {
    output.write = ((chunk: string | Uint8Array, ...more: unknown[]) => {
      written[i] += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('utf8')
      const whenWritten = more.at(-1)
      if (typeof whenWritten === 'function') process.nextTick(whenWritten)
      return true
    }) as typeof output.write // overloaded
  }
  const stdin = Object.getOwnPropertyDescriptor(process, 'stdin') ?? {}
  const given = input === '' ? [] : [Buffer.from(input)]
  Object.defineProperty(process, 'stdin', { ...stdin, get: () => Readable.from(given), configurable: true })
  try {
    const code = await main([...args, '--data', dataFolder])
    const [stdout = '', stderr = ''] = written
    return { code, stdout, stderr, json: () => JSON.parse(stdout) }
  } finally {
    Object.defineProperty(process, 'stdin', stdin)
    for (const [i, output] of outputs.entries()) output.write = writers[i] ?? output.write
    for (const [i, [source, event]] of heard.entries()) {
      for (const listener of source.rawListeners(event))
        if (!listeners[i]?.has(listener)) source.removeListener(event, listener as () => void) // as it came
    }
  }
}
