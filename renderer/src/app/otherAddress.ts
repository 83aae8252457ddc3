/**
 * The same page under the other name of this computer. To a browser they are two places, and it is let in at each by
 * itself.
 */
export const otherAddress = ({
  protocol,
  hostname,
  port,
}: Pick<Location, 'protocol' | 'hostname' | 'port'>) =>
  `${protocol}//${hostname === '127.0.0.1' ? 'localhost' : '127.0.0.1'}${port === '' ? '' : `:${port}`}/`
