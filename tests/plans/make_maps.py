"""Writes town.osm, town.osm.gz, town.osm.pbf, town-raw.osm.pbf, rooms.geojson and rooms.geojson.gz into this folder."""
import gzip, io, struct, zlib
# A town: latitude 48.135..48.137, longitude 10.068..10.071; x is metres/74.43 per 0.001
nodes={}; ways=[]; rels=[]
def node(i,lat,lon): nodes[i]=(lat,lon)
def rect(i0,s,w,n,e):
    for k,(a,b) in enumerate([(s,w),(s,e),(n,e),(n,w)]): node(i0+k,round(a,7),round(b,7))
    return [i0,i0+1,i0+2,i0+3,i0]
ways.append((101,rect(1,48.1352,10.0682,48.1355,10.0686),{'building':'yes'}))
# the lake: outer of two ways, an island as inner
a=rect(11,48.1362,10.0682,48.1368,10.0690)
ways.append((102,[11,12,13],{})); ways.append((103,[13,14,11],{}))
ways.append((104,rect(21,48.1364,10.0685,48.1366,10.0687),{}))
rels.append((201,[(102,'outer'),(103,'outer'),(104,'inner')],{'type':'multipolygon','natural':'water'}))
# the river: across the map from south to north
ways.append((105,rect(31,48.1345,10.0696,48.1375,10.0700),{'waterway':'riverbank'}))
node(41,48.1360,10.0694); node(42,48.1360,10.0702)
ways.append((106,[41,42],{'highway':'footway','bridge':'yes','width':'4'}))
node(43,48.1360,10.0692); ways.append((107,[43,41],{'highway':'footway'}))
node(44,48.1360,10.0706); ways.append((108,[42,44],{'highway':'footway'}))
x='<?xml version="1.0" encoding="UTF-8"?>\n<osm version="0.6">\n<bounds minlat="48.135" minlon="10.068" maxlat="48.137" maxlon="10.071"/>\n'
for i,(a,b) in sorted(nodes.items()): x+=f'<node id="{i}" lat="{a}" lon="{b}"/>\n'
for i,nd,t in ways: x+=f'<way id="{i}">'+''.join(f'<nd ref="{n}"/>' for n in nd)+''.join(f'<tag k="{k}" v="{v}"/>' for k,v in t.items())+'</way>\n'
for i,m,t in rels: x+=f'<relation id="{i}">'+''.join(f'<member type="way" ref="{w}" role="{r}"/>' for w,r in m)+''.join(f'<tag k="{k}" v="{v}"/>' for k,v in t.items())+'</relation>\n'
x+='</osm>\n'
open('town.osm','w').write(x)
def gz(b):
    f=io.BytesIO()
    with gzip.GzipFile(fileobj=f,mode='wb',mtime=0,filename='') as g: g.write(b)
    return f.getvalue()
open('town.osm.gz','wb').write(gz(x.encode()))
def var(n):
    n&=(1<<64)-1; o=b''
    while True:
        b=n&127; n>>=7
        o+=bytes([b|(128 if n else 0)])
        if not n: return o
def zz(n): return var((n<<1)^(n>>63))
def f(n,w): return var(n<<3|w)
def bts(n,b): return f(n,2)+var(len(b))+b
def delta(l):
    o=b'';p=0
    for v in l: o+=zz(v-p); p=v
    return o
def blob(kind,b,z=True):
    bl=(f(2,0)+var(len(b))+bts(3,zlib.compress(b))) if z else bts(1,b)
    h=bts(1,kind)+f(3,0)+var(len(bl))
    return struct.pack('>I',len(h))+h+bl
nano=lambda v:round(v*1e9)
head=bts(1,f(1,0)+zz(nano(10.068))+f(2,0)+zz(nano(10.071))+f(3,0)+zz(nano(48.137))+f(4,0)+zz(nano(48.135)))+bts(4,b'OsmSchema-V0.6')+bts(4,b'DenseNodes')
strs=['']
def S(s):
    if s not in strs: strs.append(s)
    return strs.index(s)
ids=sorted(nodes)
dense=bts(1,delta(ids))+bts(8,delta([round(nodes[i][0]*1e7) for i in ids]))+bts(9,delta([round(nodes[i][1]*1e7) for i in ids]))
g1=bts(2,dense)
g2=b''.join(bts(3,f(1,0)+var(i)+bts(2,b''.join(var(S(k)) for k in t))+bts(3,b''.join(var(S(v)) for v in t.values()))+bts(8,delta(nd))) for i,nd,t in ways)
g3=b''.join(bts(4,f(1,0)+var(i)+bts(2,b''.join(var(S(k)) for k in t))+bts(3,b''.join(var(S(v)) for v in t.values()))+bts(8,b''.join(var(S(r)) for _,r in m))+bts(9,delta([w for w,_ in m]))+bts(10,b'\1'*len(m))) for i,m,t in rels)
table=b''.join(bts(1,s.encode()) for s in strs)
for name, packed in (('town.osm.pbf', True), ('town-raw.osm.pbf', False)):
    data = blob(b'OSMHeader', head, packed) + blob(b'OSMData', bts(1, table) + bts(2, g1) + bts(2, g2) + bts(2, g3), packed)
    open(name, 'wb').write(data)
# rooms in metres
r='''{ "type": "FeatureCollection", "features": [
  { "type": "Feature", "properties": { "name": "lobby" }, "geometry": { "type": "Polygon",
    "coordinates": [[[0, 0], [10, 0], [10, 8], [0, 8], [0, 0]]] } },
  { "type": "Feature", "properties": { "name": "hall" }, "geometry": { "type": "Polygon",
    "coordinates": [[[10, 0], [24, 0], [24, 12], [10, 12], [10, 0]], [[10, 9], [12, 9], [12, 11], [10, 11], [10, 9]]] } },
  { "type": "Feature", "id": "foyer", "properties": {}, "geometry": { "type": "Polygon",
    "coordinates": [[[20, 10], [30, 10], [30, 16], [20, 16], [20, 10]]] } }
] }
'''
open('rooms.geojson','w').write(r); open('rooms.geojson.gz','wb').write(gz(r.encode()))
