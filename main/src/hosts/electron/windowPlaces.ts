import { z } from 'zod'
import type { Logger } from '../../lib/logger.ts'
import type { Format } from '../../lib/versionedFile/index.ts'
import { createVersionedFiles } from '../../lib/versionedFile/versionedFiles.ts'
import type { Area } from './api.ts'

/** Where a window is when it is not maximized, and whether it is. */
export interface WindowPlace {
  /** In the coordinates of all displays together, in device-independent pixels. */
  readonly bounds: Area
  readonly isMaximized: boolean
}

const usual = { width: 1360, height: 880 }
export const smallest = { width: 760, height: 520 }
/** So much of a window has to be on a display that its title can be seen and dragged. */
const visible = { width: 120, height: 40 }
/** Of a window that is opened before another. */
const cascade = 28
const maxArrangements = 20

/** Displays are told apart by where they are and how large: another desk is another arrangement. */
const nameOf = (displays: readonly Area[]) =>
  displays.map(({ x, y, width, height }) => `${width}x${height}@${x},${y}`).join(' ')

/**
 * Where a window opens: where it was, when its title is on a display still, else in the middle of the primary display,
 * which is the first. It is never larger than the display. `openAreas` are the windows open already: none lies exactly on
 * another.
 */
export function placeOn(
  displays: readonly Area[],
  stored: WindowPlace | undefined,
  openAreas: readonly Area[] = [],
): WindowPlace {
  const [primary = { x: 0, y: 0, ...usual }] = displays
  const home = stored && displays.find((display) => isOn(stored.bounds, display))
  const display = home ?? primary
  const { width, height } = stored?.bounds ?? usual
  const size = {
    width: Math.max(Math.min(width, display.width), Math.min(smallest.width, display.width)),
    height: Math.max(Math.min(height, display.height), Math.min(smallest.height, display.height)),
  }
  const middle = {
    x: display.x + Math.round((display.width - size.width) / 2),
    y: display.y + Math.round((display.height - size.height) / 2),
  }
  const isMaximized = stored?.isMaximized ?? false
  let at = stored && home ? { x: stored.bounds.x, y: Math.max(stored.bounds.y, display.y) } : middle
  while (openAreas.some(({ x, y }) => x === at.x && y === at.y)) at = { x: at.x + cascade, y: at.y + cascade }
  return { bounds: { ...at, ...size }, isMaximized }
}

/** Whether the top edge of a window can be reached on a display. */
function isOn({ x, y, width }: Area, display: Area): boolean {
  const right = x + Math.min(width, display.width)
  const shown = Math.min(right, display.x + display.width) - Math.max(x, display.x)
  return (
    shown >= visible.width &&
    y >= display.y - visible.height &&
    y <= display.y + display.height - visible.height
  )
}

const area = z.object({ x: z.int(), y: z.int(), width: z.int().min(1), height: z.int().min(1) })
const format: Format<Readonly<Record<string, WindowPlace>>> = {
  schema: z.record(z.string(), z.object({ bounds: area, isMaximized: z.boolean() })),
  absent: {},
  version: 1,
  maxBytes: 65_536,
}

/** Where windows were, by the arrangement of displays; `windows.json` of the data folder. */
export interface WindowPlaces {
  /** Undefined: these displays are new. */
  on(displays: readonly Area[]): WindowPlace | undefined
  /** @throws AppError when the file cannot be written. */
  save(displays: readonly Area[], place: WindowPlace): Promise<void>
}

/** A damaged file costs the place alone: it is written anew. */
export function createWindowPlaces(options: {
  readonly dataFolder: string
  readonly logger: Logger
}): WindowPlaces {
  const file = createVersionedFiles(options).cached(format, 'windows.json')
  return {
    on: (displays) => file.current().value[nameOf(displays)],
    async save(displays, place) {
      const name = nameOf(displays)
      await file.update((places) => {
        const older = Object.entries(places).filter(([other]) => other !== name)
        return {
          next: Object.fromEntries([...older.slice(1 - maxArrangements), [name, place]]),
          result: undefined,
        }
      })
    },
  }
}
