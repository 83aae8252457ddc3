import { useTranslation } from 'react-i18next'
import { useDocuments } from '../../app/useDocuments.ts'
import type { EntryDraft } from './entryDraft.ts'

const textFields = ['aliases', 'relations', 'constraints', 'knownBy', 'exclude', 'tags'] as const

/** An entry as lines of text, so that two versions can be read side by side. */
export const useEntryWords = (): ((draft: EntryDraft) => string) => {
  const { t } = useTranslation()
  const documents = useDocuments()
  const titleOf = (id: string) => documents?.find(({ documentId }) => documentId === id)?.title ?? id
  const when = (...chapters: readonly string[]) =>
    chapters.filter((id) => id !== '').map((id) => `${titleOf(id)} `)
  return (draft) => {
    const late = (field: 'lateAliases' | 'lateRelations') =>
      draft[field].map(({ from, to, text }) => [...when(from, to), text].join(''))
    const groups = [
      [t('codex.fields.from'), draft.from === '' ? [] : when(draft.from)],
      ...textFields.map((field) => [t(`codex.fields.${field}`), draft[field].split('\n')] as const),
      [t('codex.fields.lateAliases'), late('lateAliases')],
      [t('codex.fields.lateRelations'), late('lateRelations')],
      [
        t('codex.fields.progressions'),
        draft.progressions.map(({ from, to, text, state = '', knownBy }) =>
          [...when(from, to), state, text, knownBy].join(' ').trim(),
        ),
      ],
      [t('codex.fields.caseSensitive'), draft.caseSensitive ? ['✓'] : []],
    ] as const
    const kind = `${t(`codex.types.${draft.type}`)} · ${t(`codex.levels.${draft.aiContextLevel}`)}`
    const said = groups.flatMap(([label, lines]) => {
      const full = lines.filter((line) => line.trim() !== '')
      return full.length === 0 ? [] : ['', label, ...full]
    })
    return [draft.name, kind, '', draft.body, ...said].join('\n')
  }
}
