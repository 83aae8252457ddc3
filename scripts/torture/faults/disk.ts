import { execFileSync } from 'node:child_process'
import { mkdtemp, open, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type OpenedApp, openApp } from '../caller.ts'
import { kinds } from '../kinds/index.ts'
import { makePlace, type Place } from '../place.ts'
import { type Author, createAuthor, unsound } from './held.ts'
import { type Step, steps, withFault } from './inject.ts'

interface Findings {
  checked: number
  readonly failures: string[]
}

/** Every kind is written once while something is wrong, and once when it is over. */
async function endure(
  name: string,
  { author, app, findings }: { author: Author; app: OpenedApp; findings: Findings },
  during: (write: () => Promise<void>) => Promise<void>,
): Promise<Map<string, number>> {
  const answers = new Map<string, number>()
  const fail = (sentence: string) => void findings.failures.push(`${name}: ${sentence}`)
  await during(async () => {
    for (const kind of kinds) {
      findings.checked += 1
      const refused = await author
        .write(kind, app)
        .catch((error: unknown) => fail(`${kind.name} ${String(error)}`))
      const wrong = refused && unsound(refused)
      if (wrong) fail(`${kind.name} ${wrong}`)
      const answer = refused ? refused.code : 'stored'
      answers.set(answer, (answers.get(answer) ?? 0) + 1)
    }
  })
  for (const kind of kinds) {
    const refused = await author.write(kind, app)
    if (refused) fail(`${kind.name} does not recover: ${refused.message}`)
  }
  for (const sentence of await author.lost(app)) fail(sentence)
  return answers
}

const shown = (answers: ReadonlyMap<string, number>) =>
  [...answers].map(([code, times]) => `${code} ${times}`).join(' · ')

/** A small file system that fills up and is then read-only; undefined when none can be mounted here. */
export async function smallDisk(print: (line: string) => void, findings: Findings): Promise<boolean> {
  const mount = await mkdtemp(join(tmpdir(), 'creonow-small-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=96m', 'tmpfs', mount], { stdio: 'ignore' })
  } catch {
    await rm(mount, { recursive: true })
    return false
  }
  try {
    const place = await makePlace(mount)
    await inPlace(place, async (author, app) => {
      const filler = join(mount, 'filler')
      const full = await endure('ENOSPC', { author, app, findings }, async (write) => {
        await fill(filler)
        await write()
        await rm(filler)
      })
      print(`faults   ENOSPC on a real file system of 96 MB: ${shown(full)}`)
    })
    const remount = (how: string) => execFileSync('mount', ['-o', `remount,${how}`, mount], { stdio: 'pipe' })
    const refused = await whenReadOnly(place, findings, () => remount('ro'))
    remount('rw')
    print(`faults   EROFS on a real file system: opened, listed and assembled; writes: ${shown(refused)}`)
  } finally {
    execFileSync('umount', ['-l', mount], { stdio: 'ignore' })
    await rm(mount, { recursive: true, force: true })
  }
  return true
}

async function inPlace(place: Place, work: (author: Author, app: OpenedApp) => Promise<void>): Promise<void> {
  for (const kind of kinds) await kind.arrange?.(place)
  const app = await openApp(place)
  try {
    const author = createAuthor(place)
    for (const kind of kinds) await author.write(kind, app)
    await work(author, app)
  } finally {
    await app.dispose()
  }
}

async function fill(path: string): Promise<void> {
  const file = await open(path, 'w')
  try {
    for (const bytes of [1_048_576, 4096, 1]) {
      for (let isFull = false; !isFull; ) {
        await file.write(Buffer.alloc(bytes)).catch(() => {
          isFull = true
        })
      }
    }
  } finally {
    await file.close()
  }
}

/** A project on a file system that has become read-only while nothing was open: what is there can be read. */
async function whenReadOnly(
  place: Place,
  findings: Findings,
  begin: () => unknown,
): Promise<ReadonlyMap<string, number>> {
  const answers = new Map<string, number>()
  const fail = (sentence: string) => void findings.failures.push(`EROFS: ${sentence}`)
  const elsewhere = await makePlace()
  // The data folder is on the home disk, which is not read-only.
  const mixed: Place = { ...elsewhere, project: place.project }
  try {
    begin()
    const app = await openApp(mixed)
    try {
      const { documents } = await app.call('documents:list', { projectId: app.projectId })
      const documentId = documents[2]?.documentId ?? ''
      const asked = { projectId: app.projectId, documentId, cursorPosition: 40, skillId: 'continue' }
      const { prompt } = await app.call('context:assemble', asked)
      if (prompt.length < 100) fail('nothing was assembled')
      const author = createAuthor(mixed)
      for (const kind of kinds) {
        findings.checked += 1
        const refused = await author.write(kind, app)
        const wrong = refused && unsound(refused)
        if (wrong) fail(`${kind.name} ${wrong}`)
        const answer = refused?.code ?? 'stored'
        answers.set(answer, (answers.get(answer) ?? 0) + 1)
      }
    } finally {
      await app.dispose()
    }
  } finally {
    await elsewhere.remove()
  }
  return answers
}

const codes = ['ENOSPC', 'EROFS', 'EACCES', 'EBUSY', 'EIO', 'EMFILE'] as const

/** The same faults, and those no file system can be asked for, put between the product and Node. */
export async function injected(
  share: number,
  print: (line: string) => void,
  findings: Findings,
): Promise<void> {
  const place = await makePlace()
  const pairs = codes.flatMap((code) => steps.map((step) => [code, step] as const))
  const wanted = pairs.filter((_, at) => at % Math.max(1, Math.round(1 / share)) === 0)
  const total = new Map<string, number>()
  let failed = 0
  try {
    await inPlace(place, async (author, app) => {
      for (const [code, step] of wanted) {
        const answers = await endure(`${code} at ${step}`, { author, app, findings }, async (write) => {
          failed += (await withFault({ code, step: step satisfies Step, folder: place.folder }, write)).failed
        })
        for (const [answer, times] of answers) total.set(answer, (total.get(answer) ?? 0) + times)
      }
    })
  } finally {
    await place.remove()
  }
  print(
    `faults   ${wanted.length} pairs of ${codes.join(', ')} and ${steps.join(', ')}, by a fault-injecting file port, ` +
      `${failed} calls made to fail: ${shown(total)}`,
  )
}

/** The project's folder is gone for a while. */
export async function folderRemoved(print: (line: string) => void, findings: Findings): Promise<void> {
  const place = await makePlace()
  const away = `${place.project}-away`
  try {
    await inPlace(place, async (author, app) => {
      const answers = await endure('folder removed', { author, app, findings }, async (write) => {
        await rename(place.project, away)
        await write()
        await rename(away, place.project)
      })
      print(`faults   folder removed while open: ${shown(answers)}`)
    })
  } finally {
    await place.remove()
  }
}

/** The clock goes back by a day, and by ten years. */
export async function clockBack(print: (line: string) => void, findings: Findings): Promise<void> {
  const place = await makePlace()
  let behindMs = 0
  const clock = { now: () => Date.now() - behindMs, monotonic: () => performance.now() }
  try {
    for (const kind of kinds) await kind.arrange?.(place)
    const app = await openApp(place, { clock })
    const author = createAuthor(place)
    const answers = new Map<string, number>()
    for (const days of [0, 1, 3650]) {
      behindMs = days * 86_400_000
      for (const kind of kinds) {
        findings.checked += 1
        const refused = await author.write(kind, app)
        if (refused) findings.failures.push(`clock back: ${kind.name} ${refused.message}`)
        const answer = refused?.code ?? 'stored'
        answers.set(answer, (answers.get(answer) ?? 0) + 1)
      }
    }
    for (const sentence of await author.lost(app)) findings.failures.push(`clock back: ${sentence}`)
    await app.dispose()
    print(`faults   clock back by a day and by ten years: ${shown(answers)}`)
  } finally {
    await place.remove()
  }
}
