import type { ChannelOutput } from '#contract/index.ts'
import { folded } from '../palette/paletteMatch.ts'

/** The pages of the settings in their order, each with the names of its sections from top to bottom. */
export const settingsPages = {
  writing: ['appearance', 'editor'],
  models: ['services', 'spending'],
  context: ['vectors', 'judge', 'agent', 'sessions'],
  book: ['backup', 'bookFiles'],
  about: ['updates', 'about'],
} as const

export type SettingsPage = keyof typeof settingsPages
export type SettingsSection = (typeof settingsPages)[SettingsPage][number]

export const settingsPageNames = Object.keys(settingsPages) as readonly SettingsPage[] // its own keys

/** What every section is given; those with settings of their own need none of it. */
export interface SectionProps {
  /** The settings as they are stored. */
  readonly current: ChannelOutput<'settings:get'>
}

/** The page that a section is on. */
export function pageOf(section: SettingsSection): SettingsPage {
  const page = settingsPageNames.find((name) => settingsPages[name].some((each) => each === section))
  if (page === undefined) throw new Error(`no page has ${section}`)
  return page
}

/** Whether the words of a section have all parts of what was typed, in any order. */
export function hasQuery(words: string, typed: string): boolean {
  const text = folded(words)
  return folded(typed)
    .trim()
    .split(/\s+/)
    .every((part) => text.includes(part))
}
