import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { AskAnswer } from '#contract/ask.ts'
import { useCodex, useWorkspace } from '../../app/AppContext.tsx'
import { zh } from '../../i18n/zh.ts'
import { MarkedText } from './MarkedText.tsx'

/** One thing that is known of what was asked, with its words and the way to them. */
export const AskAnswerRow = ({ answer }: { readonly answer: AskAnswer }) => {
  const { t } = useTranslation()
  const workspace = useWorkspace()
  const codex = useCodex()
  const { code, layer, excerpt, open } = answer
  return (
    <li className="ask-answer" data-code={code}>
      {layer !== undefined && (
        <span className={`left-layer layer-${layer}`}>
          <span className="legend-mark" aria-hidden="true" />
          {t(`layer.${layer}`)}
        </span>
      )}
      <p>{t(`ask.said.${code}`, { replace: inWords(answer.params, t) })}</p>
      {excerpt !== undefined && (
        <blockquote className="ask-excerpt">
          <MarkedText text={excerpt} />
        </blockquote>
      )}
      {open?.kind === 'chapter' && (
        <button type="button" className="button" onClick={() => void workspace.reveal(open.documentId, open)}>
          {t('ask.open')}
        </button>
      )}
      {open?.kind === 'entry' && (
        <button type="button" className="button" onClick={() => void codex.openEntry(open.id)}>
          {t('ask.openEntry', { name: answer.params.name ?? '' })}
        </button>
      )}
    </li>
  )
}

const isLevel = (level: unknown): level is keyof typeof zh.level => Object.hasOwn(zh.level, String(level))
const isReason = (reason: unknown): reason is Exclude<keyof typeof zh.evidence, 'getIn'> =>
  reason !== 'getIn' && Object.hasOwn(zh.evidence, String(reason))

/** Codes among the parameters as words of the page. */
const inWords = ({ level, reason, ...params }: AskAnswer['params'], t: TFunction) => ({
  ...params,
  ...(isLevel(level) ? { level: t(`level.${level}`) } : {}),
  ...(isReason(reason) ? { reason: t(`evidence.${reason}`) } : {}),
})
