import { useTranslation } from 'react-i18next'

const kindOf = (line: string) => (line.startsWith('+') ? 'added' : line.startsWith('-') ? 'removed' : 'same')

/** A unified diff: what goes and what comes are told by sign and colour, and read out by name. */
export const Diff = ({ diff }: { readonly diff: string }) => {
  const { t } = useTranslation()
  const lines = diff.split('\n').filter((line) => !/^(---|\+\+\+|\\ )/.test(line) && line !== '')
  return (
    <div className="agent-diff">
      {lines.map((line, index) =>
        line.startsWith('@@') ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of a finished diff
          <hr key={index} />
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <p key={index} data-kind={kindOf(line)}>
            {kindOf(line) !== 'same' && (
              <span className="visually-hidden">
                {t(`agent.line.${kindOf(line) as 'added' | 'removed'}`)}
              </span>
            )}
            {line.slice(1)}
          </p>
        ),
      )}
    </div>
  )
}
