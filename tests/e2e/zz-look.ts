import { chromium } from 'playwright'
import { wear } from './walks.ts'
import { signIn } from './people.ts'
import { openProject, goTo } from './review.ts'
const url='http://127.0.0.1:7461'
const b=await chromium.launch({executablePath:'/usr/bin/chromium',args:['--no-sandbox','--disable-gpu']})
for (const [width,theme] of [[1440,'dark'],[600,'light'],[1440,'light']] as const) {
const c=await b.newContext({baseURL:url,viewport:{width,height:900},reducedMotion:'reduce'})
await wear(c,theme)
const p=await c.newPage()
p.on('pageerror',e=>console.log('pageerror',e.message.slice(0,400)))
p.on('response',async r=>{ if(r.status()>=400) console.log(r.status(),r.url(),(await r.text()).slice(0,300), r.request().postData()?.slice(0,300))})
await signIn(p,'reviewmanager'); await openProject(p)
const shot=async(n:string)=>{ await p.waitForTimeout(600); await p.screenshot({path:`/tmp/ruj-${n}-${theme}-${width}.png`}) }
await goTo(p,'/overview/reconstruct'); await p.waitForTimeout(1500)
const rows=p.getByRole('listbox',{name:'Activity'}).getByRole('option')
await rows.nth(6).click(); 
const box=(await p.getByTestId('period').boundingBox())!
await p.mouse.move(box.x+2,box.y+10); await p.mouse.move(box.x+box.width*0.005,box.y+10); await p.mouse.down(); await p.mouse.move(box.x+box.width*0.04,box.y+10,{steps:5}); await p.mouse.up()
await shot('period'); console.log(p.url())
await p.getByRole('tab',{name:'As of'}).click(); await shot('asof')
await p.keyboard.press('c'); await shot('compare')
await p.getByRole('tab',{name:'Reviewers'}).click(); await shot('reviewers')
if (width===600) { await p.getByRole('button',{name:'Document',exact:true}).click(); await shot('doc') }
if (width===1440&&theme==='light') { 
  await p.getByRole('button',{name:'Verify'}).click(); await p.getByRole('button',{name:'Go to …'}).click(); await p.waitForTimeout(1500); await shot('goto')
  await p.context().setOffline(true); await p.keyboard.press('Escape'); await p.keyboard.press('n'); await p.getByRole('tab',{name:'As of'}).click(); await shot('offline'); await p.context().setOffline(false)
  // open in review
  await p.getByRole('link',{name:'History'}).click(); await p.waitForTimeout(2500); await shot('history')
}
await c.close() }
await b.close()
