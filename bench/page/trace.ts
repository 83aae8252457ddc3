/** An event of Chromium's trace format, as far as it is read here; times in microseconds. */
export interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly cat?: string
  readonly pid: number
  readonly tid: number
  readonly ts: number
  readonly dur?: number
  /** Of the thread's own processor time. */
  readonly tdur?: number
  readonly id?: string
  readonly args?: Readonly<Record<string, unknown>>
}

/** A task of the page's main thread. */
export interface PageTask {
  /** When it began, microseconds. */
  readonly ts: number
  readonly cpuMs: number
  /** What it was made of: processor time by name of event, that of events inside them left out, longest first. */
  readonly parts: readonly (readonly [name: string, cpuMs: number])[]
}

export interface ActionTasks {
  readonly action: string
  readonly tasks: number
  readonly longestMs: number
  readonly over50: number
  readonly worst: PageTask | null
}

/** Begins the names of the page's own marks between actions. */
export const markPrefix = 'bench: '

const taskNames = new Set(['RunTask', 'ThreadControllerImpl::RunTask'])
const limitMs = 50

/** What each action cost the thread that set the marks, by its tasks; those before the first mark are left out. */
export function tasksByAction(events: readonly TraceEvent[]): ActionTasks[] {
  const marks = events
    .filter(({ name, ph }) => name.startsWith(markPrefix) && 'RIni'.includes(ph))
    .toSorted((one, other) => one.ts - other.ts)
  const [first] = marks
  if (first === undefined) return []
  const own = events
    .filter((event) => event.ph === 'X' && event.pid === first.pid && event.tid === first.tid)
    .toSorted((one, other) => one.ts - other.ts || (other.dur ?? 0) - (one.dur ?? 0))
  const tasks = outermost(own)
  return marks.map(({ name, ts }, at) => {
    const until = marks[at + 1]?.ts ?? Number.POSITIVE_INFINITY
    const here = tasks.filter((task) => task.ts >= ts && task.ts < until)
    const worst = here.reduce<PageTask | null>(
      (longest, task) => (longest === null || task.cpuMs > longest.cpuMs ? task : longest),
      null,
    )
    return {
      action: name.slice(markPrefix.length),
      tasks: here.length,
      longestMs: worst?.cpuMs ?? 0,
      over50: here.filter(({ cpuMs }) => cpuMs > limitMs).length,
      worst,
    }
  })
}

/** Tasks that lie in no other task, with what happened in them. `events` in order of their beginning. */
function outermost(events: readonly TraceEvent[]): PageTask[] {
  const tasks: PageTask[] = []
  for (let at = 0; at < events.length; ) {
    const event = events[at]
    at += 1
    if (event === undefined || !taskNames.has(event.name)) continue
    const end = event.ts + (event.dur ?? 0)
    const inside: TraceEvent[] = []
    for (let next = events[at]; next !== undefined && next.ts < end; next = events[at]) {
      inside.push(next)
      at += 1
    }
    tasks.push({ ts: event.ts, cpuMs: cpuMsOf(event), parts: partsOf(inside) })
  }
  return tasks
}

function partsOf(inside: readonly TraceEvent[]): PageTask['parts'] {
  const own = new Map<string, number>()
  const open: TraceEvent[] = []
  const add = (name: string, ms: number) => own.set(name, (own.get(name) ?? 0) + ms)
  for (const event of inside) {
    while (open.length > 0 && endOf(open.at(-1)) <= event.ts) open.pop()
    const parent = open.at(-1)
    add(event.name, cpuMsOf(event))
    if (parent !== undefined) add(parent.name, -cpuMsOf(event))
    open.push(event)
  }
  return [...own].toSorted((one, other) => other[1] - one[1])
}

const endOf = (event: TraceEvent | undefined) => (event?.ts ?? 0) + (event?.dur ?? 0)
const cpuMsOf = ({ tdur, dur = 0 }: TraceEvent) => (tdur ?? dur) / 1000
