/** A heading of a chapter's text, by its `#` signs. */
export interface HeadingWords {
  readonly level: number
  readonly title: string
}

export interface Heading extends HeadingWords {
  /** UTF-16 offset of its line in the editor's text, whose line breaks are all `\n`. */
  readonly from: number
}

/** A scene: its heading and all text up to the next. */
export interface Scene extends Heading {
  /** Where its text ends, blank lines behind it left out. */
  readonly end: number
}

const headingLine = /^ {0,3}(#{1,6})[ \t\u3000]+(\S.*?)(?:[ \t]+#+)?[ \t\u3000]*$/gm

/** All headings of a chapter in one pass. */
export const headingsOf = (text: string): readonly Heading[] =>
  [...text.matchAll(headingLine)].map(({ index, 1: signs = '', 2: title = '' }) => ({
    level: signs.length,
    title,
    from: index,
  }))

/**
 * The headings that begin scenes: `##`, or one level below the chapter's own heading where that has two signs itself
 * because a volume's stands above it. Nothing above the chapter's heading is a scene.
 */
export const sceneHeadings = <T extends HeadingWords>(
  headings: readonly T[],
  chapterTitle: string,
): readonly T[] => {
  const own = headings.findIndex(
    ({ title }) => title === chapterTitle || chapterTitle.startsWith(`${title} `),
  )
  const level = Math.max(2, (headings[own]?.level ?? 0) + 1)
  return headings.slice(own + 1).filter((heading) => heading.level === level)
}

export const scenesOf = (text: string, chapterTitle: string): readonly Scene[] => {
  const headings = sceneHeadings(headingsOf(text), chapterTitle)
  return headings.map((heading, at) => {
    const body = text.slice(heading.from, headings[at + 1]?.from ?? text.length)
    return { ...heading, end: heading.from + body.trimEnd().length }
  })
}

/** Whether the same headings stand in the same order, wherever they stand now. */
export const sameHeadings = (left: readonly HeadingWords[], right: readonly HeadingWords[]): boolean =>
  left.length === right.length &&
  left.every(({ level, title }, at) => right[at]?.level === level && right[at]?.title === title)

/** A change of the editor's text, and where the moved scene begins afterwards. */
export interface SceneMove {
  readonly changes: readonly { readonly from: number; readonly to: number; readonly insert: string }[]
  readonly head: number
}

/**
 * The scene at `from` goes to the place of the one at `to`. It takes the blank lines along that part it from its
 * neighbour, so that moving it back restores every character. Null when there is no such scene or place.
 */
export const sceneMove = (text: string, chapterTitle: string, from: number, to: number): SceneMove | null => {
  const scenes = scenesOf(text, chapterTitle)
  const [moved, target] = [scenes[from], scenes[to]]
  const neighbour = scenes[from > to ? from - 1 : from + 1]
  if (from === to || moved === undefined || target === undefined || neighbour === undefined) return null
  const sceneText = text.slice(moved.from, moved.end)
  if (from > to) {
    const gap = text.slice(neighbour.end, moved.from)
    return {
      changes: [
        { from: target.from, to: target.from, insert: sceneText + gap },
        { from: neighbour.end, to: moved.end, insert: '' },
      ],
      head: target.from,
    }
  }
  const gap = text.slice(moved.end, neighbour.from)
  return {
    changes: [
      { from: moved.from, to: neighbour.from, insert: '' },
      { from: target.end, to: target.end, insert: gap + sceneText },
    ],
    head: target.end - sceneText.length,
  }
}
