import { Component, createRef } from 'react'
import Markdown, { type Components } from 'react-markdown'
import { type SelectedText, selectAgain, selectedIn } from '../../components/selectedText.ts'
import './ModelText.css'

/** Only what a browser may be sent to; where a link may lead in the end the window's host decides. */
const webOnly = (url: string) => (/^https?:\/\//i.test(url) ? url : '')

interface ModelTextProps {
  readonly text: string
}

/**
 * What a model has written, as text: HTML stays the characters it is, pictures are their description. What is selected
 * in it stays selected while the text grows; a class, because only a class is asked before the page changes.
 */
export class ModelText extends Component<ModelTextProps> {
  private readonly root = createRef<HTMLDivElement>()

  override getSnapshotBeforeUpdate(): SelectedText | null {
    return this.root.current && selectedIn(this.root.current)
  }
  override componentDidUpdate(_props: ModelTextProps, _state: unknown, selected: SelectedText | null) {
    if (selected && this.root.current) selectAgain(this.root.current, selected)
  }
  override render() {
    return (
      <div className="chat-text" ref={this.root}>
        <Markdown urlTransform={webOnly} components={elements}>
          {this.props.text}
        </Markdown>
      </div>
    )
  }
}

const elements: Components = {
  a: ({ href, children }) =>
    href ? (
      <a href={href} target="_blank" rel="noopener noreferrer" title={href}>
        {children}
      </a>
    ) : (
      <span>{children}</span>
    ),
  img: ({ alt }) => <span>{alt}</span>,
}
