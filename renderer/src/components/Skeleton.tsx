import { useEffect, useState } from 'react'
import './Skeleton.css'

/** Lines that stand for text on its way; nothing in the first 300 ms, so that quick work does not flicker. */
export const Skeleton = ({ label, lines = 6 }: { readonly label: string; readonly lines?: number }) => {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), 300)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className="skeleton" role="status" aria-label={label}>
      {isSlow &&
        Array.from({ length: lines }, (_, index) => `line-${index}`).map((key) => (
          <span key={key} className="skeleton-line" />
        ))}
    </div>
  )
}
