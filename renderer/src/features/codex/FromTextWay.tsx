import { TextSearch } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CardDraftsDialog } from '../cardDrafts/CardDraftsDialog.tsx'
import { FromTextDialog } from '../codexFromText/FromTextDialog.tsx'

interface FromTextWayProps {
  readonly testId: string
  /** What is open stays open without it: the first cards end what the button was there for. */
  readonly hasButton?: boolean
}

/** The button that shows the names of the text, and the windows behind it. */
export const FromTextWay = ({ testId, hasButton = true }: FromTextWayProps) => {
  const { t } = useTranslation()
  const [isBuilding, setBuilding] = useState(false)
  /** Names that a model drafts cards of; null: the window is closed. */
  const [drafted, setDrafted] = useState<readonly string[] | null>(null)
  return (
    <>
      {hasButton && (
        <button
          type="button"
          className="new-chapter codex-build"
          data-testid={testId}
          onClick={() => setBuilding(true)}
        >
          <TextSearch size={16} aria-hidden />
          {t('fromText.open')}
        </button>
      )}
      {isBuilding && (
        <FromTextDialog
          onClose={() => setBuilding(false)}
          onDraft={(names) => {
            setBuilding(false)
            setDrafted(names)
          }}
        />
      )}
      {drafted !== null && <CardDraftsDialog names={drafted} onClose={() => setDrafted(null)} />}
    </>
  )
}
