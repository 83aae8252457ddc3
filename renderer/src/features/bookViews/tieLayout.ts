import {
  forceCenter,
  forceCollide,
  forceLink,
  forceManyBody,
  forceSimulation,
  forceX,
  forceY,
  type SimulationNodeDatum,
} from 'd3-force'

interface Node extends SimulationNodeDatum {
  readonly id: string
}

interface Link {
  readonly source: string
  readonly target: string
}

/** Where an entry is drawn, in the units of the picture. */
export interface Position {
  readonly x: number
  readonly y: number
}

/** Steps until a graph of this size no longer moves. */
const steps = 200
const marginUnits = 44

/** Positions by id inside a picture of this size; the same for the same graph. */
export function tieLayout(
  ids: readonly string[],
  ties: readonly { readonly from: string; readonly to: string }[],
  { width, height }: { readonly width: number; readonly height: number },
): ReadonlyMap<string, Position> {
  const nodes: Node[] = ids.map((id) => ({ id }))
  const links: Link[] = ties.map(({ from, to }) => ({ source: from, target: to }))
  forceSimulation(nodes)
    .force(
      'link',
      forceLink<Node, Link>(links)
        .id(({ id }) => id)
        .distance(70),
    )
    .force('charge', forceManyBody().strength(-160))
    .force('collide', forceCollide(34))
    .force('center', forceCenter(0, 0))
    .force('x', forceX(0).strength(0.06))
    .force('y', forceY(0).strength(0.06))
    .stop()
    .tick(steps)
  return fitted(nodes, width, height)
}

function fitted(nodes: readonly Node[], width: number, height: number): ReadonlyMap<string, Position> {
  const scale = (pick: (node: Node) => number, size: number) => {
    const values = nodes.map(pick)
    const low = Math.min(...values)
    const span = Math.max(...values) - low
    const inner = size - 2 * marginUnits
    return (value: number) => (span === 0 ? size / 2 : marginUnits + ((value - low) / span) * inner)
  }
  const horizontal = scale(({ x = 0 }) => x, width)
  const vertical = scale(({ y = 0 }) => y, height)
  return new Map(nodes.map(({ id, x = 0, y = 0 }) => [id, { x: horizontal(x), y: vertical(y) }]))
}
