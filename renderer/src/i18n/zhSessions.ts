/** Words about the way in, the browsers that are let in, and two windows on one work. */
export const gate = {
  reconnecting: {
    title: 'CreoNow 没有在运行',
    text: '请重新启动 CreoNow；它一回来，这一页会自己打开。',
  },
  refused: {
    title: '请用启动时给出的链接打开',
    text: '这个浏览器还没有进入 CreoNow，或者已经 12 小时没有用过。请在运行 CreoNow 的终端里找到那个链接，用这个浏览器打开。链接只能用一次；再启动一次，会给出新的：',
  },
  unverified: {
    title: '这里不是您的 CreoNow',
    text: '这个地址上现在是别的程序，这一页什么也没有发给它。请关掉那个程序，重新启动 CreoNow。',
  },
  otherAddress: 'localhost 和 127.0.0.1 对浏览器来说是两个地方，要分别进入。以前若是从另一个进入的，请打开：',
  safe: '没有存盘的字加密留在这个浏览器里，CreoNow 回来、重新进入以后，会再拿出来给您看。',
}

export const connection = {
  refused:
    '这个浏览器的进入已经结束，现在不能存盘。请在同一个浏览器里打开 CreoNow 启动时给出的新链接，这一页会自己接着存。',
  unverified: '这个地址上现在是别的程序，什么也没有发给它，也不能存盘。请关掉那个程序，重新启动 CreoNow。',
  kept: '您正在写的字加密留在这个浏览器里，没有丢。',
  short: '没有连上',
}

export const sessions = {
  title: '可以进入的浏览器',
  lead: '用启动链接打开过 CreoNow 的浏览器。12 小时没有用，就要重新打开链接。',
  none: '现在没有浏览器可以进入。',
  current: '正在用的这个',
  used: '{{origin}} · 最近使用 {{time}}',
  unknown: '浏览器',
  end: '结束',
  endCurrent: '退出登录',
  failed: '没有结束：{{message}}',
}

export const elsewhere = {
  elsewhere: '这部作品正在另一个 CreoNow 里写，这里只能读。那边关掉以后，可以改在这里写。',
  free: '另一个 CreoNow 已经关掉这部作品，可以改在这里写了。',
  short: '只能读',
  take: '在这里写',
}
