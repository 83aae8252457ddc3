import type { AuthorPreferences } from '#contract/settings.ts'

/** The fields of the form; an empty one is unset. */
export interface AuthorFields {
  readonly language: NonNullable<AuthorPreferences['language']> | ''
  readonly style: string
  readonly timeZone: string
  /** Hours in two digits; both or none are stored. */
  readonly from: string
  readonly to: string
}

const twoDigits = (hour: number) => String(hour).padStart(2, '0')

/** '' and then 00 to 24. */
export const hours: readonly string[] = ['', ...Array.from({ length: 25 }, (_, hour) => twoDigits(hour))]

/** The first is for the book’s. */
export const languages: readonly AuthorFields['language'][] = ['', 'zh-Hans', 'zh-Hant', 'en', 'ja', 'ko']

/** In the language of the page. */
export const languageName = (tag: string, language: string): string =>
  new Intl.DisplayNames([language], { type: 'language' }).of(tag) ?? tag

const offered = [
  ...['Asia/Shanghai', 'Asia/Taipei', 'Asia/Hong_Kong', 'Asia/Singapore', 'Asia/Tokyo', 'Asia/Seoul'],
  ...['Asia/Kolkata', 'Asia/Dubai', 'Europe/Moscow', 'Europe/Berlin', 'Europe/London', 'America/Sao_Paulo'],
  ...['America/New_York', 'America/Chicago', 'America/Denver', 'America/Los_Angeles'],
  ...['Australia/Sydney', 'Pacific/Auckland'],
]

export const machineZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** What is offered, the machine’s own and the stored one among them. */
export const zonesFor = (stored: string): readonly string[] => [
  ...new Set([...offered, machineZone(), ...(stored === '' ? [] : [stored])]),
]

/** As people call it; one that this browser does not know goes by its id. */
export function zoneName(timeZone: string, language: string): string {
  try {
    const format = new Intl.DateTimeFormat(language, { timeZone, timeZoneName: 'longGeneric' })
    const name = format.formatToParts(0).find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
    return language === 'zh' ? name.replace(/^(?:GMT|UTC)/, '世界时') : name
  } catch {
    // Written by hand, or of a newer list than this browser's.
    return timeZone
  }
}

export function fieldsOf({ language, style, timeZone, workingHours }: AuthorPreferences = {}): AuthorFields {
  return {
    language: language ?? '',
    style: style ?? '',
    timeZone: timeZone ?? '',
    from: workingHours ? twoDigits(workingHours.from) : '',
    to: workingHours ? twoDigits(workingHours.to) : '',
  }
}

export function storedAuthor({ language, style, timeZone, from, to }: AuthorFields): AuthorPreferences {
  return {
    ...(language === '' ? {} : { language }),
    ...(style.trim() === '' ? {} : { style: style.trim() }),
    ...(timeZone === '' ? {} : { timeZone }),
    ...(from === '' || to === '' ? {} : { workingHours: { from: Number(from), to: Number(to) } }),
  }
}
