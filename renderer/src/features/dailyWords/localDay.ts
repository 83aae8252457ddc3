/** The day of a moment as the author's clock has it, `2026-11-23`. */
export const localDay = (moment: Date): string => {
  const two = (part: number) => String(part).padStart(2, '0')
  return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`
}

/** Milliseconds until the next day begins by the author's clock, also over a change of summer time. */
export const untilTomorrow = (moment: Date): number =>
  new Date(moment.getFullYear(), moment.getMonth(), moment.getDate() + 1).getTime() - moment.getTime()

/** A timer may come a moment early. */
const marginMs = 500

/** Calls back with the day now and whenever a new one begins. Returns what ends it. */
export const watchDay = (onDay: (day: string) => void, now = () => new Date()): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const show = () => {
    onDay(localDay(now()))
    timer = setTimeout(show, untilTomorrow(now()) + marginMs)
  }
  show()
  return () => clearTimeout(timer)
}
