import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useEditor, useIpc, useSpellingModel, useWorkspace } from '../../app/AppContext.tsx'
import { MenuAt, MenuItem, MenuLine } from '../../components/Menu.tsx'
import { useChannelMutation } from '../../ipc/queries.ts'
import type { ListedPlace, MisspeltWord } from './misspellings.ts'

/** What may have been meant by the misspelt word that was clicked, and a way to make it a word of the book. */
export const SpellingMenu = () => {
  const spelling = useSpellingModel()
  const asked = useStore(spelling.store, (state) => state.asked)
  if (asked === null) return null
  const key = `${asked.from} ${asked.word}`
  return asked.listed === null ? (
    <OpenMenu key={key} asked={asked} />
  ) : (
    <ListedMenu key={key} asked={asked} place={asked.listed} />
  )
}

/** Puts other words in the place of those that were clicked. */
const useReplace = ({ from, to, word }: MisspeltWord) => {
  const editor = useEditor()
  return (insert: string) =>
    editor.apply((text) => {
      // The text may have changed while the menu was open.
      if (text.slice(from, to) !== word) return null
      return {
        changes: { from, to, insert },
        selection: { anchor: from + insert.length },
        userEvent: 'input.spelling',
      }
    })
}

interface ListedMenuProps {
  readonly asked: MisspeltWord
  readonly place: ListedPlace
}

/** What can be done with a word of a list: the right word, no mark here, no such word in the list. */
const ListedMenu = ({ asked, place }: ListedMenuProps) => {
  const { t } = useTranslation()
  const spelling = useSpellingModel()
  const editor = useEditor()
  const ipc = useIpc()
  const workspace = useWorkspace()
  const { send } = useChannelMutation('wordLists:remove')
  const { word, line, x, y } = asked
  const { kind, listId, right } = place
  const replace = useReplace(asked)
  const projectId = useStore(workspace.store, ({ project }) => project?.projectId)
  const ignore = async () => {
    if (projectId === undefined) return
    const answer = await ipc.invoke('wordLists:ignore', {
      ...{ projectId, line: line.text, from: line.from, to: line.from + word.length },
    })
    if (answer.ok) spelling.checkLists(true)
    else workspace.store.setState({ error: answer.error })
  }
  return (
    <MenuAt
      label={t(`spelling.${kind}`, { word })}
      testId="spelling-menu"
      {...{ x, y }}
      onClose={spelling.close}
      refocus={editor.focus}
    >
      {right !== undefined && <MenuItem onPress={() => replace(right)}>{right}</MenuItem>}
      {right !== undefined && <MenuLine />}
      <MenuItem onPress={() => void ignore()}>{t('spelling.ignore')}</MenuItem>
      {projectId !== undefined && (
        <MenuItem onPress={() => void send('wordLists:remove', { projectId, listId, word: place.word })}>
          {t('spelling.removeListed', { word: place.word })}
        </MenuItem>
      )}
    </MenuAt>
  )
}

const OpenMenu = ({ asked }: { readonly asked: MisspeltWord }) => {
  const { t } = useTranslation()
  const spelling = useSpellingModel()
  const editor = useEditor()
  const ipc = useIpc()
  const workspace = useWorkspace()
  const [suggestions, setSuggestions] = useState<readonly string[] | null>(null)
  const { word, x, y } = asked
  const replaceWord = useReplace(asked)
  useEffect(() => {
    let isCurrent = true
    void spelling.suggest(word.replaceAll('’', "'")).then((words) => isCurrent && setSuggestions(words))
    return () => {
      isCurrent = false
    }
  }, [spelling, word])
  const replace = (suggestion: string) =>
    replaceWord(word.includes('’') ? suggestion.replaceAll("'", '’') : suggestion)
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
