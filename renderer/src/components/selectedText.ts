/** Where a selection begins and ends in a node, in UTF-16 units of its text. */
export interface SelectedText {
  readonly anchor: number
  readonly focus: number
}

/** The page's selection inside a node; null when nothing is selected or it reaches out of the node. */
export function selectedIn(root: Node): SelectedText | null {
  const { anchorNode, anchorOffset, focusNode, focusOffset, isCollapsed } = getSelection() ?? noSelection
  if (isCollapsed || !anchorNode || !focusNode) return null
  if (!root.contains(anchorNode) || !root.contains(focusNode)) return null
  return {
    anchor: unitsBefore(root, anchorNode, anchorOffset),
    focus: unitsBefore(root, focusNode, focusOffset),
  }
}

const noSelection = { anchorNode: null, anchorOffset: 0, focusNode: null, focusOffset: 0, isCollapsed: true }

function unitsBefore(root: Node, node: Node, offset: number): number {
  const range = document.createRange()
  range.setStart(root, 0)
  range.setEnd(node, offset)
  return range.toString().length
}

/** Selects the same units again, as far as the node still has them: a text that was replaced loses its selection. */
export function selectAgain(root: Node, { anchor, focus }: SelectedText): void {
  const [from, to] = [placeAt(root, anchor), placeAt(root, focus)]
  if (from && to) getSelection()?.setBaseAndExtent(from.node, from.offset, to.node, to.offset)
}

function placeAt(root: Node, units: number): { readonly node: Node; readonly offset: number } | undefined {
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  let before = 0
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    const { length } = node as Text // by the filter
    if (before + length >= units) return { node, offset: units - before }
    before += length
  }
  return undefined
}
