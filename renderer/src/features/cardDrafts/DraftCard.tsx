import { useTranslation } from 'react-i18next'
import type { ChannelOutput } from '#contract/index.ts'
import { useDocuments } from '../../app/useDocuments.ts'
import { Button } from '../../components/Button.tsx'
import { groupsOf } from './factGroups.ts'

/** A card in draft. */
type Draft = ChannelOutput<'codex:drafts:list'>['drafts'][number]
type Fact = Draft['facts'][number]
/** The place of a sentence. */
export type Sentence = Fact['evidence'][number]

interface DraftCardProps {
  readonly draft: Draft
  readonly selected: ReadonlySet<string>
  readonly onSelect: (id: string, isSelected: boolean) => void
  readonly onGo: (sentence: Sentence) => void
}

/** What the text says of one card, each fact with a box and its sentences. */
export const DraftCard = ({ draft, selected, onSelect, onGo }: DraftCardProps) => {
  const { t } = useTranslation()
  const { name, kind, entryId, facts } = draft
  const row = (fact: Fact) => (
    <FactRow
      key={fact.id}
      {...{ name, fact, onGo }}
      isSelected={selected.has(fact.id)}
      onSelect={(isSelected) => onSelect(fact.id, isSelected)}
    />
  )
  return (
    <section className="draft-card" data-testid="draft-card">
      <h3>
        {name}{' '}
        <span className="quiet">
          {t(`codex.types.${kind}`)} · {t(entryId === undefined ? 'cardDrafts.makes' : 'cardDrafts.adds')}
        </span>
      </h3>
      <ul>
        {groupsOf(facts).map(([first, ...rivals]) =>
          rivals.length === 0 ? (
            row(first)
          ) : (
            <li key={first.id} className="draft-clash" data-testid="draft-clash">
              <p className="draft-reservation">
                {t('cardDrafts.clash', { field: first.field, n: rivals.length + 1 })}
              </p>
              <ul>{[first, ...rivals].map(row)}</ul>
            </li>
          ),
        )}
      </ul>
    </section>
  )
}

interface FactRowProps {
  /** Of the card. */
  readonly name: string
  readonly fact: Fact
  readonly isSelected: boolean
  readonly onSelect: (isSelected: boolean) => void
  readonly onGo: (sentence: Sentence) => void
}

const FactRow = ({ name, fact, isSelected, onSelect, onGo }: FactRowProps) => {
  const { t } = useTranslation()
  const documents = useDocuments() ?? []
  const { field = t('cardDrafts.name'), value, reservation, evidence } = fact
  const titleOf = (id: string) => documents.find(({ documentId }) => documentId === id)?.title ?? id
  return (
    <li data-testid="draft-fact">
      <label>
        <input
          type="checkbox"
          checked={isSelected}
          aria-label={t('cardDrafts.tick', { name, field, value })}
          onChange={({ target }) => onSelect(target.checked)}
        />
        <span className="draft-field">{field}</span>
        <span>{value}</span>
        {reservation !== undefined && (
          <span className="draft-reservation">{t(`cardDrafts.reservations.${reservation}`)}</span>
        )}
      </label>
      {evidence.map((sentence) => (
        <Button
          key={`${sentence.documentId} ${sentence.from}`}
          variant="link"
          className="link-button draft-quote"
          title={t('cardDrafts.goTo', { chapter: titleOf(sentence.documentId) })}
          onClick={() => onGo(sentence)}
        >
          {titleOf(sentence.documentId)} · {sentence.quote}
        </Button>
      ))}
    </li>
  )
}
