import type { CDPSession, Page } from '@playwright/test'

/** What a person can press, tick, choose or write in, as the browser tells assistive technology. */
const controlRoles = new Set([
  ...['button', 'link', 'checkbox', 'radio', 'switch', 'tab', 'combobox', 'textbox', 'searchbox', 'slider'],
  ...['spinbutton', 'menuitem', 'menuitemcheckbox', 'menuitemradio', 'option', 'DisclosureTriangle'],
])

/** What says of the controls in it, by a name of its own, what they act on. */
const targetRoles = new Set([
  ...['group', 'toolbar', 'radiogroup', 'region', 'form', 'dialog', 'alertdialog', 'article', 'tabpanel'],
  ...['tablist', 'menu', 'listbox', 'list', 'listitem', 'search', 'navigation'],
])

/**
 * Controls that have an accessible name and a target together, whatever their roles, each with how many: who hears or
 * dictates names cannot tell them apart. The target is what named groups around a control say. What a dialog covers
 * has no name meanwhile.
 */
export async function sharedNames(page: Page): Promise<string[]> {
  const browser = await page.context().newCDPSession(page)
  const { nodes } = await fullTree(browser)
  await browser.detach()
  const byId = new Map(nodes.map((node) => [node.nodeId, node]))
  const targetOf = (node: AxNode): string => {
    const around = node.parentId === undefined ? undefined : byId.get(node.parentId)
    if (around === undefined) return ''
    const isTarget = !around.ignored && targetRoles.has(around.role?.value) && nameOf(around) !== ''
    return isTarget ? `${targetOf(around)}${nameOf(around)} › ` : targetOf(around)
  }
  const controls = nodes.filter(({ ignored, role }) => !ignored && controlRoles.has(role?.value))
  return [...Map.groupBy(controls, (node) => targetOf(node) + nameOf(node))]
    .filter(([, members]) => members.length > 1)
    .map(([words, members]) => `${words}: ${members.map(({ role }) => role?.value).join(', ')}`)
}

const fullTree = (browser: CDPSession) => browser.send('Accessibility.getFullAXTree')
type AxNode = Awaited<ReturnType<typeof fullTree>>['nodes'][number]

const nameOf = ({ name }: AxNode) => String(name?.value ?? '').trim()
