import { X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import type { ChannelOutput } from '#contract/index.ts'
import { useWorkspace } from '../../app/AppContext.tsx'
import { Button } from '../../components/Button.tsx'
import { CheckField } from '../../components/CheckField.tsx'
import { Chip } from '../../components/Chip.tsx'
import { Choice } from '../../components/Choice.tsx'
import { Field } from '../../components/Field.tsx'
import { FilePick } from '../../components/FilePick.tsx'
import { IconButton } from '../../components/IconButton.tsx'
import { Notice } from '../../components/Notice.tsx'
import { useErrorSentence } from '../../i18n/errorSentence.ts'
import { formatCount } from '../../i18n/format.ts'
import { useChannelMutation, useChannelQuery } from '../../ipc/queries.ts'
import { readBase64 } from '../welcome/readBase64.ts'

type List = ChannelOutput<'wordLists:list'>['lists'][number]

/** A page is slow with thousands of words. */
const maxChips = 200

/** Lists of typos and of sensitive words: those there are, a word more, a file more. */
export const WordLists = () => {
  const workspace = useWorkspace()
  const projectId = useStore(workspace.store, (state) => state.project?.projectId)
  return projectId === undefined ? null : <Lists projectId={projectId} />
}

const Lists = ({ projectId }: { readonly projectId: string }) => {
  const { t } = useTranslation()
  const sentence = useErrorSentence()
  const listed = useChannelQuery('wordLists:list', { projectId })
  const restoring = useChannelMutation('wordLists:restore')
  const failure = listed.error ?? restoring.error
  const removed = listed.data?.removedName
  return (
    <section className="form-field" aria-labelledby="word-lists" data-testid="word-lists">
      <p id="word-lists">{t('spelling.lists')}</p>
      <p className="form-hint">{t('spelling.listsHint')}</p>
      {failure !== null && <Notice tone="danger">{sentence(failure)}</Notice>}
      {listed.data?.lists.map((list) => (
        <ListRow key={list.listId} projectId={projectId} list={list} />
      ))}
      {removed !== undefined && (
        <Notice
          tone="plain"
          actions={[
            {
              label: t('spelling.restoreList'),
              onPress: () => void restoring.send('wordLists:restore', { projectId }),
            },
          ]}
        >
          {t('spelling.removedList', { name: removed || t('spelling.lists') })}
        </Notice>
      )}
      <NewWord projectId={projectId} />
      <NewList projectId={projectId} />
    </section>
  )
}

interface ListRowProps {
  readonly projectId: string
  readonly list: List
}

const ListRow = ({ projectId, list }: ListRowProps) => {
  const { t } = useTranslation()
  const sentence = useErrorSentence()
  const setting = useChannelMutation('wordLists:set')
  const removing = useChannelMutation('wordLists:remove')
  const { listId, kind, isOn, count, words } = list
  const name = list.name || t(`spelling.own.${kind}`)
  const error = setting.error ?? removing.error
  return (
    <>
      <div className="sheet-item" data-testid="word-list">
        <div className="grow">
          <CheckField
            label={name}
            hint={t('spelling.listCount', { kind: t(`spelling.kinds.${kind}`), n: formatCount(count) })}
            checked={isOn}
            onChange={(checked) => void setting.send('wordLists:set', { projectId, listId, isOn: checked })}
          />
        </div>
        <IconButton
          icon={X}
          label={t('spelling.removeList', { name })}
          onPress={() => void removing.send('wordLists:remove', { projectId, listId })}
        />
      </div>
      {words !== undefined && (
        <ul className="chips" aria-label={name}>
          {words.slice(-maxChips).map(({ word, right }) => (
            <li key={word}>
              <Chip
                text={right === undefined ? word : `${word} → ${right}`}
                label={t('spelling.removeListed', { word })}
                onPress={() => void removing.send('wordLists:remove', { projectId, listId, word })}
              />
            </li>
          ))}
        </ul>
      )}
      {error !== null && <Notice tone="danger">{sentence(error)}</Notice>}
    </>
  )
}

const NewWord = ({ projectId }: { readonly projectId: string }) => {
  const { t } = useTranslation()
  const sentence = useErrorSentence()
  const { send, error, isPending } = useChannelMutation('wordLists:add')
  const [typed, setTyped] = useState('')
  const [word = '', right, ...rest] = typed.split(/[=＝]/).map((part) => part.trim())
  const isUsable = word !== '' && right !== '' && rest.length === 0 && word !== right
  const add = async () => {
    const answer = await send('wordLists:add', { projectId, word, ...(right !== undefined && { right }) })
    if (answer !== null) setTyped('')
  }
  return (
    <div className="sheet-tools">
      <Field label={t('spelling.newWord')} value={typed} onChange={setTyped} maxLength={198} />
      <Button data-testid="word-add" disabled={!isUsable || isPending} onClick={() => void add()}>
        {t('spelling.addWord')}
      </Button>
      {error !== null && <Notice tone="danger">{sentence(error)}</Notice>}
    </div>
  )
}

const NewList = ({ projectId }: { readonly projectId: string }) => {
  const { t } = useTranslation()
  const sentence = useErrorSentence()
  const { send, error } = useChannelMutation('wordLists:import')
  const [kind, setKind] = useState<List['kind']>('sensitive')
  const [imported, setImported] = useState<{ readonly count: number; readonly skipped: number } | null>(null)
  const pick = async (file: File | undefined) => {
    setImported(null)
    if (file === undefined) return
    const base64 = await readBase64(file)
    const name = file.name.replace(/\.txt$/i, '')
    const answer = await send('wordLists:import', { projectId, name, kind, base64 })
    if (answer === null) return
    const { lists, listId, skipped } = answer
    setImported({ count: lists.find((list) => list.listId === listId)?.count ?? 0, skipped })
  }
  return (
    <>
      <Choice
        label={t('spelling.importKind')}
        value={kind}
        options={(['sensitive', 'typos'] as const).map((value) => ({
          value,
          label: t(`spelling.kinds.${value}`),
        }))}
        onChange={setKind}
      />
      <FilePick
        label={t('spelling.importFile')}
        accept=".txt,text/plain"
        name={undefined}
        onPick={(file) => void pick(file)}
      />
      {error !== null && <Notice tone="danger">{sentence(error)}</Notice>}
      {imported !== null && (
        <p role="status">
          {t('spelling.imported', { n: formatCount(imported.count) })}{' '}
          {imported.skipped > 0 && t('spelling.skipped', { n: formatCount(imported.skipped) })}
        </p>
      )}
    </>
  )
}
