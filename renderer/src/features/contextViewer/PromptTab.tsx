import { ChevronDown, ChevronUp } from 'lucide-react'
import { type KeyboardEvent, memo, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '../../components/CopyButton.tsx'
import { IconButton } from '../../components/IconButton.tsx'
import { inBlocks, type PromptPart, splitByQuery } from './promptSearch.ts'
import './PromptTab.css'

/** Some screens of it. */
const blockUtf16 = 2000

/** The exact prompt, redacted as it was sent, searchable. */
export const PromptTab = ({ prompt }: { readonly prompt: string | null }) => {
  const { t } = useTranslation()
  const [query, setQuery] = useState('')
  const [current, setCurrent] = useState(0)
  const input = useRef<HTMLInputElement>(null)
  const body = useRef<HTMLPreElement>(null)
  const parts = useMemo(() => splitByQuery(prompt ?? '', query), [prompt, query])
  const blocks = useMemo(() => inBlocks(parts, blockUtf16), [parts])
  const count = parts.filter((part) => part.match !== null).length

  useEffect(() => input.current?.focus({ preventScroll: true }), [])
  // The current match is drawn first, then brought into view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: parts and current decide which mark is current
  useEffect(() => {
    body.current?.querySelector('.match-current')?.scrollIntoView({ block: 'center' })
  }, [parts, current])

  if (prompt === null) return <p className="panel-note">{t('viewer.promptMissing')}</p>
  const move = (step: number) => setCurrent(count === 0 ? 0 : (current + step + count) % count)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    move(event.shiftKey ? -1 : 1)
  }
  const matchLabel =
    count === 0 ? t('viewer.noMatch') : t('viewer.matches', { current: current + 1, n: count })
  return (
    <>
      <div className="prompt-search">
        <input
          ref={input}
          className="field"
          type="search"
          aria-label={t('viewer.searchPrompt')}
          placeholder={t('viewer.searchPrompt')}
          value={query}
          onChange={(event) => {
            setQuery(event.target.value)
            setCurrent(0)
          }}
          onKeyDown={onKeyDown}
        />
        <span className="number quiet" role="status">
          {query === '' ? '' : matchLabel}
        </span>
        <IconButton
          icon={ChevronUp}
          label={t('viewer.previous')}
          disabled={count === 0}
          onPress={() => move(-1)}
        />
        <IconButton
          icon={ChevronDown}
          label={t('viewer.next')}
          disabled={count === 0}
          onPress={() => move(1)}
        />
        <CopyButton
          text={prompt}
          label={t('viewer.copy', { name: t('viewer.prompt') })}
          done={t('viewer.copied')}
        />
      </div>
      <section
        className="prompt-scroll"
        aria-label={t('viewer.prompt')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keyboard
        tabIndex={0}
      >
        <pre ref={body} className="prompt-text" data-testid="ai-context-prompt">
          {blocks.map((block, index) => (
            <PromptBlock
              // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no identity but their order
              key={index}
              block={block}
              current={block.some(({ match }) => match === current) ? current : null}
            />
          ))}
        </pre>
      </section>
    </>
  )
}

interface PromptBlockProps {
  readonly block: readonly PromptPart[]
  /** The match that is shown, where it is in this block. */
  readonly current: number | null
}

const PromptBlock = memo(({ block, current }: PromptBlockProps) => (
  <span className="prompt-block">
    {block.map(({ text, match }, index) =>
      match === null ? (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity but their order
        <span key={index}>{text}</span>
      ) : (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity but their order
        <mark key={index} className={match === current ? 'match match-current' : 'match'}>
          {text}
        </mark>
      ),
    )}
  </span>
))
