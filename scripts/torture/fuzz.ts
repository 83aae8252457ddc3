import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { ErrorCode } from '../../main/src/contract/errorCodes.ts'
import { type ChannelName, contract } from '../../main/src/contract/index.ts'
import type { Envelope } from '../../main/src/contract/result.ts'
import { type OpenedApp, openApp } from './caller.ts'
import { createPayloads, type Known } from './fuzz/payloads.ts'
import { openSocket } from './fuzz/socket.ts'
import { contentsOf, newIn, watchLoop } from './fuzz/watching.ts'
import { type Part, type PartOptions, shareOf } from './part.ts'
import { makePlace, type Place } from './place.ts'
import { createDice } from './random.ts'
import { startRpc } from './rpcProcess.ts'

const perChannel = { router: 1000, wire: 200 }
const mostBlockedMs = 1000
const channels = Object.keys(contract) as ChannelName[]
const codes = new Set<string>(Object.values(ErrorCode))

type Send = (channel: string, input: unknown) => Promise<Envelope<unknown>>

interface Findings {
  checked: number
  readonly failures: string[]
}

/** Payloads with junk in them on every channel: coded errors only, nothing refused is written, nobody waits. */
export const run: Part = async ({ seed, share, print }) => {
  const findings: Findings = { checked: 0, failures: [] }
  const place = await makePlace()
  // `~` leads here and nowhere else.
  const home = process.env.HOME
  process.env.HOME = join(place.folder, 'home')
  await mkdir(process.env.HOME, { recursive: true })
  const app = await openApp(place)
  try {
    const known = await knownIn(place, app)
    await isCounted(app)
    const times = shareOf(perChannel.router, share, 5)
    await ofStranger({ app, place, known, seed, times, print }, findings)
    await ofOwner({ app, place, known, seed, times, print }, findings)
    const wire = shareOf(perChannel.wire, share, 2)
    const before = await contentsOf(place)
    const socket = await openSocket(app.app)
    await overWire('the socket', socket.send, { known, seed, times: wire, print }, findings)
    await socket.close()
    const rpc = startRpc(place)
    await overWire('rpc', rpc.send, { known, seed: seed + 1, times: wire, print }, findings)
    const { code, stderr } = await rpc.end()
    if (code !== 0) findings.failures.push(`rpc ended with ${code}: ${stderr.slice(-500)}`)
    if ((await contentsOf(place)) !== before)
      findings.failures.push('refused over the wire, and something was written')
  } finally {
    await app.dispose()
    if (home === undefined) delete process.env.HOME
    else process.env.HOME = home
    await place.remove()
  }
  await foreignFolders({ seed, share, print }, findings)
  return findings
}

/** Project folders that came from somebody else are a part of their own. */
async function foreignFolders(options: PartOptions, findings: Findings): Promise<void> {
  const path = join(import.meta.dirname, 'folders.ts')
  if (!existsSync(path)) return options.print('fuzz     folders of others: not in this tree')
  const { run: folders } = (await import(path)) as { readonly run: Part } // the shape of every part
  const { checked, failures } = await folders(options)
  findings.checked += checked
  findings.failures.push(...failures)
}

/** Opening a work counts it, and nobody waits for that. */
async function isCounted({ call, projectId }: OpenedApp): Promise<void> {
  for (;;) {
    const { projects } = await call('projects:list', {})
    if (projects.find((one) => one.projectId === projectId)?.words !== undefined) return
    await turn()
  }
}

async function knownIn({ folder }: Place, { call, projectId }: OpenedApp): Promise<Known> {
  const { documents } = await call('documents:list', { projectId })
  const folders = [0, 1, 2].map((n) => join(folder, 'made', String(n)))
  return { projectId, documentIds: documents.map(({ documentId }) => documentId), folders }
}

/** What is wrong with an answer. */
function unsound(answer: Envelope<unknown>): string | undefined {
  if (answer.ok) return undefined
  const { code, message } = answer.error
  if (!codes.has(code)) return `answered with an unknown code ${code}`
  if (code === ErrorCode.INTERNAL) return 'answered INTERNAL'
  // In the language of the settings, which junk may have changed.
  return /[。”.]$/.test(message) ? undefined : `answered ${code} without a sentence: ${message}`
}

interface Round {
  readonly known: Known
  readonly seed: number
  readonly times: number
  readonly print: (line: string) => void
}

/** Whatever would make something, instead of changing what is there; a stranger may. */
const makes = new Set<ChannelName>([
  ...(['projects:create', 'projects:open', 'projects:openKnown', 'projects:openSample'] as const),
  // Of the list of works, which is there before one is opened.
  ...(['projects:forget', 'projects:relocate'] as const),
  ...(['settings:update', 'settings:key:set', 'settings:key:delete'] as const),
])

/** A caller that has opened nothing: there is nothing for it to change. */
async function ofStranger(
  { app, place, known, seed, times, print }: Round & { app: OpenedApp; place: Place },
  findings: Findings,
): Promise<void> {
  const stranger = app.app.createSession({ id: 'stranger', mayInspect: () => false })
  const first = await contentsOf(place)
  let before = first
  const loop = watchLoop()
  let accepted = 0
  for (const [at, channel] of channels.entries()) {
    if (makes.has(channel)) continue
    const next = createPayloads(contract[channel].input, known, createDice(seed + at))
    for (let n = 0; n < times; n++) {
      const input = next()
      const answer = await app.app.router.dispatch(stranger, channel, input)
      note(channel, input, answer, findings)
      const namesProject = typeof input === 'object' && input !== null && 'projectId' in input
      if (answer.ok && namesProject)
        findings.failures.push(`${channel} answered who had not opened the project`)
      if (answer.ok) accepted += 1
      await turn()
    }
    const after = await contentsOf(place)
    if (after !== before)
      findings.failures.push(`${channel}: a stranger asked, and this was written: ${newIn(after, before)}`)
    before = after
  }
  const blockedMs = loop.stop()
  blocked('a stranger', blockedMs, findings)
  const isTouched = before !== first
  print(
    `fuzz     router, nothing opened: ${channels.length - makes.size} channels × ${times}, accepted ${accepted}, ` +
      `${isTouched ? 'something' : 'nothing'} written, event loop blocked for at most ${blockedMs.toFixed(0)} ms`,
  )
}

/** Compared after so many refusals. */
const batch = 50

/** A caller that has the project open: what it is refused must not have been written. */
async function ofOwner(
  { app, place, known, seed, times, print }: Round & { app: OpenedApp; place: Place },
  findings: Findings,
): Promise<void> {
  const loop = watchLoop()
  const answers = { refused: 0, accepted: 0 }
  let before = await contentsOf(place)
  for (const [at, channel] of channels.entries()) {
    const next = createPayloads(contract[channel].input, known, createDice(seed + 1000 + at))
    let refusedInARow = 0
    for (let n = 0; n < times; n++) {
      const input = next()
      const answer = await app.send(channel, input)
      note(channel, input, answer, findings)
      answers[answer.ok ? 'accepted' : 'refused'] += 1
      refusedInARow = answer.ok ? 0 : refusedInARow + 1
      await turn()
      if (refusedInARow === 0) {
        // What it began (a run, a job) must not be taken for what a later payload did.
        await settled(app)
        before = await contentsOf(place)
      } else if (refusedInARow % batch === 0 || n === times - 1) {
        const after = await contentsOf(place)
        if (after !== before)
          findings.failures.push(`${channel}: refused, and this was written: ${newIn(after, before)}`)
        before = after
      }
    }
  }
  const blockedMs = loop.stop()
  blocked('the owner', blockedMs, findings)
  print(
    `fuzz     router, project open: ${channels.length} channels × ${times}, refused ${answers.refused}, ` +
      `accepted ${answers.accepted}, event loop blocked for at most ${blockedMs.toFixed(0)} ms`,
  )
}

async function settled({ app: { services } }: OpenedApp): Promise<void> {
  await services.runs.drain()
  await services.agent.drain()
  await services.jobs.drain()
}

async function overWire(
  name: string,
  send: Send,
  { known, seed, times, print }: Round,
  findings: Findings,
): Promise<void> {
  const loop = watchLoop()
  for (const [at, channel] of channels.entries()) {
    if (makes.has(channel)) continue
    const next = createPayloads(contract[channel].input, known, createDice(seed + 2000 + at))
    const asked = Array.from({ length: times }, async () => {
      const input = asJson(next())
      note(channel, input, await send(channel, input), findings)
    })
    await Promise.all(asked)
  }
  const blockedMs = loop.stop()
  blocked(name, blockedMs, findings)
  print(
    `fuzz     ${name}: ${channels.length - makes.size} channels × ${times}, ` +
      `event loop blocked for at most ${blockedMs.toFixed(0)} ms`,
  )
}

function note(channel: string, input: unknown, answer: Envelope<unknown>, findings: Findings): void {
  findings.checked += 1
  const wrong = unsound(answer)
  if (wrong) findings.failures.push(`${channel} ${wrong}: ${JSON.stringify(asJson(input)).slice(0, 300)}`)
}

function blocked(who: string, ms: number, { failures }: Findings): void {
  if (ms > mostBlockedMs) failures.push(`payloads of ${who} kept the event loop for ${ms.toFixed(0)} ms`)
}

/** As it can cross a wire; what cannot becomes null. */
function asJson(value: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(value) ?? 'null')
  } catch {
    return null
  }
}
