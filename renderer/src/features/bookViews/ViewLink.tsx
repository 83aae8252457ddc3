import './ViewLink.css'

interface ViewLinkProps {
  readonly label: string
  readonly onPress: () => void
}

/** A name in a list beside a picture of the book: it opens what it names. */
export const ViewLink = ({ label, onPress }: ViewLinkProps) => (
  <button type="button" className="view-link" onClick={onPress}>
    {label}
  </button>
)
