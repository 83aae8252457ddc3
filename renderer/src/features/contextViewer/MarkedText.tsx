const mark = '***REDACTED***'

/** Text of a source with every redaction set apart. */
export const MarkedText = ({ text }: { readonly text: string }) => {
  const parts = text.split(mark)
  let offset = 0
  return parts.map((part, index) => {
    const key = offset
    offset += part.length + mark.length
    return (
      <span key={key}>
        {index > 0 && <span className="redacted">{mark}</span>}
        {part}
      </span>
    )
  })
}
