import { useTranslation } from 'react-i18next'
import { chapterOf } from '../contextViewer/sources.ts'
import type { ApprovalSection } from './approvalSelection.ts'

const folders = {
  characters: 'character',
  locations: 'location',
  items: 'item',
  factions: 'faction',
  events: 'event',
  lore: 'lore',
} as const
const isFolder = (name: string): name is keyof typeof folders => Object.hasOwn(folders, name)

/** A file of an approval as the author calls it: the chapter's title, or what it is and its name. */
export const useFileTitle = () => {
  const { t } = useTranslation()
  return ({ path, document }: Pick<ApprovalSection, 'path' | 'document'>): string => {
    if (document !== null) {
      const { title, chapterNumber, unnumbered } = document
      return unnumbered === true ? `${chapterNumber} ${title}` : title
    }
    const chapter = chapterOf(path)
    if (chapter !== null) return chapter
    const [, folder = '', file = path] = /^\.creonow\/(\w+)\/(.*)$/s.exec(path) ?? []
    const name = file.replace(/\.(?:md|json|txt)$/i, '')
    if (isFolder(folder)) return `${t(`codex.types.${folders[folder]}`)} · ${name}`
    if (folder === 'settings') return `${t('sheet.titles.world')} · ${name}`
    if (folder === 'synopses') return `${t('approval.synopsis')} · ${chapterOf(`manuscript/${name}`) ?? name}`
    if (path === '.creonow/rules/style.md') return t('sheet.titles.style')
    return path === '.creonow/rules/terminology.json' ? t('sheet.titles.terminology') : path
  }
}
