import multiprocessing, random, time, sys, tempfile, os, shutil
from pathlib import Path
from tests.fuzz.appending import *
from engine.log.entry import Header
from engine.log.store import load, LogFile, ReplacedError
from engine.log.head import head_of, read_head
H=Header(id="small",game="test",module="test",module_hash="0",rules_version="0",scenario="none",created="now")
def main():
    ctx=multiprocessing.get_context("forkserver"); ctx.set_forkserver_preload(["tests.fuzz.appending"])
    rnd=random.Random(7)
    N=int(sys.argv[1])
    d=Path(tempfile.mkdtemp())
    left=bad=0
    p=d/"a.h44aar"; write_atomic(p,b"0"*200000)
    for _ in range(N):
        c=ctx.Process(target=save_until_killed,args=(p,)); c.start(); time.sleep(rnd.uniform(0,.03)); c.kill(); c.join()
        x=p.read_bytes(); bad+= len(x)!=200000 or x!=x[:1]*200000
        l=[q for q in d.iterdir() if q!=p]; left+=len(l)
        for q in l: q.unlink()
    print("saves killed",N,"torn",bad,"left behind",left,flush=True)
    d=Path(tempfile.mkdtemp()); games=bad=left=0
    for _ in range(N):
        c=ctx.Process(target=create_until_killed,args=(d,H)); c.start(); time.sleep(rnd.uniform(0,.03)); c.kill(); c.join()
        for q in d.iterdir():
            if q.suffix==".h44log":
                games+=1; l=load(q); bad+= l.damage is not None or len(l.log)!=2 or bool(l.notices)
            elif not q.name.endswith(".head"): left+=1
            q.unlink()
    print("starts killed",N,"games",games,"not whole",bad,"left behind",left,flush=True)
    d=Path(tempfile.mkdtemp()); kills=lost=dam=headahead=0; total=0
    k=0
    while kills<N:
        k+=1; path=d/f"{k}.h44log"; LogFile.create(path,H).close(); ack=0
        while ack<1000 and kills<N:
            r,w=ctx.Pipe(duplex=False); c=ctx.Process(target=append_until_killed,args=(path,w,1000)); c.start(); w.close()
            try: r.recv()
            except EOFError: pass
            time.sleep(rnd.uniform(0,.02)); c.kill(); c.join(); kills+= c.exitcode!=0
            try:
                while True: ack=r.recv()
            except EOFError: r.close()
            l=load(path); dam+= l.damage is not None; lost+= max(0,ack-len(l.log)); h=read_head(path); headahead+= h is not None and h.entries>len(l.log)
        total+=len(load(path).log)
    print("append kills",kills,"entries",total,"lost",lost,"damaged",dam,"head ahead",headahead,flush=True)
    # cut at every line end of the sample
    src=Path("logs/market-garden-turn-1.h44log"); path=d/"s.h44log"; whole=load(src)
    LogFile.create(path,whole.log.header,whole.log.entries).close()
    assert path.read_bytes()==src.read_bytes(), "not the same bytes"
    lines=path.read_bytes().splitlines(keepends=True); seen=0
    for n in range(1,len(lines)):
        path.write_bytes(b"".join(lines[:n])); seen+= load(path).damage is not None
    print("cut at line ends",len(lines)-1,"noticed",seen,flush=True)
if __name__=="__main__": main()
