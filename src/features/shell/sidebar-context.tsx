import { useUnit } from 'effector-react'
import { createContext, type ReactElement, type ReactNode, useContext } from 'react'
import { messages } from '#contracts/errors.ts'
import { $view, type TabView } from '#src/stores/shell.ts'

const Sidebar = createContext<TabView | null>(null)

/** This tab's view, for everything inside the workspace's frame. */
export function SidebarProvider({ children }: { readonly children: ReactNode }): ReactElement {
  return <Sidebar.Provider value={useUnit($view)}>{children}</Sidebar.Provider>
}

/** Throws outside its provider, rather than showing the state of no tab. */
export function useSidebar(): TabView {
  const view = useContext(Sidebar)
  if (view === null) throw new Error(messages.sidebarContext)
  return view
}
