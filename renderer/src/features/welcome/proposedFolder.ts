/** Where a new work goes unless its author says otherwise; `~` is the home, for main to know. */
const home = '~/Documents/CreoNow'

/** The folder's name for a title: what some system forbids in names becomes a space. */
const folderName = (title: string): string =>
  title
    .replaceAll(/[<>:"/\\|?*\p{Cc}]+/gu, ' ')
    .trim()
    .replace(/[. ]+$/, '')
    .slice(0, 80)
    .toWellFormed()

/** Empty while there is no title that could be a name. `attempt` 2 and up: the name is taken. */
export const proposedFolder = (title: string, parent = home, attempt = 1): string => {
  const name = folderName(title)
  if (name === '') return ''
  const separator = parent.includes('\\') ? '\\' : '/'
  return `${parent.replace(/[\\/]$/, '')}${separator}${name}${attempt > 1 ? ` ${attempt}` : ''}`
}
