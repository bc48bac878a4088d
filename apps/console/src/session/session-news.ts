/** What the tabs of a browser tell one another: that somebody signed in, or out. They share one cookie. */
export interface SessionNews {
  tell(news: 'signed-in' | 'signed-out'): void
}

export function createSessionNews(onNews: () => void): SessionNews {
  const channel = new BroadcastChannel('wardline-session')
  channel.addEventListener('message', onNews)
  return { tell: news => channel.postMessage(news) }
}
