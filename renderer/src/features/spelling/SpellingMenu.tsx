import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useEditor, useIpc, useSpellingModel, useWorkspace } from '../../app/AppContext.tsx'
import { MenuAt, MenuItem, MenuLine } from '../../components/Menu.tsx'
import type { MisspeltWord } from './misspellings.ts'

/** What may have been meant by the misspelt word that was clicked, and a way to make it a word of the book. */
export const SpellingMenu = () => {
  const spelling = useSpellingModel()
  const asked = useStore(spelling.store, (state) => state.asked)
  return asked === null ? null : <OpenMenu key={`${asked.from} ${asked.word}`} asked={asked} />
}

const OpenMenu = ({ asked }: { readonly asked: MisspeltWord }) => {
  const { t } = useTranslation()
  const spelling = useSpellingModel()
  const editor = useEditor()
  const ipc = useIpc()
  const workspace = useWorkspace()
  const [suggestions, setSuggestions] = useState<readonly string[] | null>(null)
  const { from, to, word, x, y } = asked
  useEffect(() => {
    let isCurrent = true
    void spelling.suggest(word.replaceAll('’', "'")).then((words) => isCurrent && setSuggestions(words))
    return () => {
      isCurrent = false
    }
  }, [spelling, word])
  const replace = (suggestion: string) =>
    editor.apply((text) => {
      // The text may have changed while the menu was open.
      if (text.slice(from, to) !== word) return null
      const insert = word.includes('’') ? suggestion.replaceAll("'", '’') : suggestion
      return {
        changes: { from, to, insert },
        selection: { anchor: from + insert.length },
        userEvent: 'input.spelling',
      }
    })
  const add = async () => {
    const { project } = workspace.store.getState()
    if (project === null) return
    const { projectId } = project
    const answer = await ipc.invoke('spelling:add', { projectId, word: word.replaceAll('’', "'") })
    if (!answer.ok) workspace.store.setState({ error: answer.error })
  }
  return (
    <MenuAt
      label={t('spelling.menu', { word })}
      testId="spelling-menu"
      {...{ x, y }}
      onClose={spelling.close}
      refocus={editor.focus}
    >
      {suggestions?.map((suggestion) => (
        <MenuItem key={suggestion} onPress={() => replace(suggestion)}>
          {suggestion}
        </MenuItem>
      ))}
      {(suggestions === null || suggestions.length === 0) && (
        <MenuItem disabled onPress={() => {}}>
          {t(suggestions === null ? 'spelling.searching' : 'spelling.none')}
        </MenuItem>
      )}
      <MenuLine />
      <MenuItem onPress={() => void add()}>{t('spelling.add')}</MenuItem>
    </MenuAt>
  )
}
