import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { diffProse, type ProseRow } from '../history/proseDiff.ts'

/** A unified diff as prose: paragraph by paragraph, with the words that go and the words that come. */
export const Diff = ({ diff }: { readonly diff: string }) => {
  const { i18n } = useTranslation()
  const hunks = useMemo(() => {
    const words = new Intl.Segmenter(i18n.language, { granularity: 'word' })
    return hunksOf(diff).map(({ earlier, now }) => diffProse(earlier, now, words) ?? wholly(earlier, now))
  }, [diff, i18n.language])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <div className="agent-diff" tabIndex={0}>
      {hunks.map((rows, hunk) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of a finished diff
        <div key={hunk} className="agent-hunk">
          {rows.map((row, index) =>
            row.state === 'folded' ? null : (
              // biome-ignore lint/suspicious/noArrayIndexKey: as above
              <p key={index}>
                {row.pieces.map(({ state, text }, at) => {
                  const Tag = tags[state]
                  // biome-ignore lint/suspicious/noArrayIndexKey: as above
                  return <Tag key={at}>{text}</Tag>
                })}
              </p>
            ),
          )}
        </div>
      ))}
    </div>
  )
}

const tags = { same: 'span', added: 'ins', removed: 'del' } as const

/** Both sides of each part, as they stand in the file. */
const hunksOf = (diff: string): readonly { readonly earlier: string; readonly now: string }[] =>
  diff
    .split(/^@@.*$/m)
    .map((part) => part.split('\n').filter((line) => /^[ +-]/.test(line) && !/^(---|\+\+\+) /.test(line)))
    .filter((lines) => lines.length > 0)
    .map((lines) => ({ earlier: side(lines, '-'), now: side(lines, '+') }))

const side = (lines: readonly string[], sign: '-' | '+') =>
  lines
    .filter((line) => line.startsWith(' ') || line.startsWith(sign))
    .map((line) => line.slice(1))
    .join('\n')

const wholly = (earlier: string, now: string): ProseRow[] => [
  { state: 'removed', pieces: [{ state: 'removed', text: earlier }] },
  { state: 'added', pieces: [{ state: 'added', text: now }] },
]
