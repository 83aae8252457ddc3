import './ViewLink.css'

interface ViewLinkProps {
  readonly label: string
  /** Said before the label where several links have it; absent: it is the only one. */
  readonly context?: string
  readonly onPress: () => void
}

/** A name in a list beside a picture of the book: it opens what it names. */
export const ViewLink = ({ label, context, onPress }: ViewLinkProps) => (
  <button
    type="button"
    className="view-link"
    onClick={onPress}
    {...(context !== undefined && { 'aria-label': `${context} ${label}` })}
  >
    {label}
  </button>
)
