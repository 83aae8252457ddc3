import Markdown from 'react-markdown'
import './ModelText.css'

/** Only what a browser may be sent to; where a link may lead in the end the window's host decides. */
const webOnly = (url: string) => (/^https?:\/\//i.test(url) ? url : '')

/** What a model has written, as text: HTML stays the characters it is, pictures are their description. */
export const ModelText = ({ text }: { readonly text: string }) => (
  <div className="chat-text">
    <Markdown
      urlTransform={webOnly}
      components={{
        a: ({ href, children }) =>
          href ? (
            <a href={href} target="_blank" rel="noopener noreferrer" title={href}>
              {children}
            </a>
          ) : (
            <span>{children}</span>
          ),
        img: ({ alt }) => <span>{alt}</span>,
      }}
    >
      {text}
    </Markdown>
  </div>
)
