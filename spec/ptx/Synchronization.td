// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parallel synchronization and communication.

def : Mnemonics<["bar", "barrier", "membar", "fence", "atom", "red", "vote", "match", "activemask",
  "redux", "griddepcontrol", "elect", "mbarrier", "clusterlaunchcontrol"]>;

class Synchronization<string syntax, string operands, string anchor>
    : Instruction<syntax, operands, "parallel-synchronization-and-communication-instructions-" # anchor> {
  let Means = Custom<"Synchronization">;
}
class Barrier<string syntax, string operands, string anchor>
    : Synchronization<syntax, operands, anchor> {
  let Means = Custom<"Barrier">;
}
class Mbarrier<string syntax, string operands, string anchor>
    : Synchronization<syntax, operands, "mbarrier-" # anchor> { let PtxVersion = 70; let SmVersion = 80; }

def : Barrier<"bar{.cta}.sync", "a:u32{, b:u32}", "bar">;
def : Barrier<"bar{.cta}.arrive", "a:u32, b:u32", "bar"> { let PtxVersion = 20; let SmVersion = 20; }
def : Barrier<"bar{.cta}.red.popc.u32", "d, a:u32, b:any{, c:any}", "bar"> { let PtxVersion = 20; let SmVersion = 20; }
def : Barrier<"bar{.cta}.red.(and|or).pred", "p, a:u32, b:any{, c:any}", "bar"> { let PtxVersion = 20; let SmVersion = 20; }
def : Barrier<"barrier{.cta}.sync{.aligned}", "a:u32{, b:u32}", "bar"> { let PtxVersion = 60; let SmVersion = 30; }
def : Barrier<"barrier{.cta}.arrive{.aligned}", "a:u32, b:u32", "bar"> { let PtxVersion = 60; let SmVersion = 30; }
def : Barrier<"barrier{.cta}.red.popc{.aligned}.u32", "d, a:u32, b:any{, c:any}", "bar"> { let PtxVersion = 60; let SmVersion = 30; }
def : Barrier<"barrier{.cta}.red.(and|or){.aligned}.pred", "p, a:u32, b:any{, c:any}", "bar"> { let PtxVersion = 60; let SmVersion = 30; }
def : Barrier<"bar.warp.sync", "a:b32", "bar-warp-sync"> { let PtxVersion = 60; let SmVersion = 30; }
def : Barrier<"barrier.cluster.arrive{.(release|relaxed)}{.aligned}", "", "barrier-cluster"> { let PtxVersion = 78; let SmVersion = 90; }
def : Barrier<"barrier.cluster.wait{.acquire}{.aligned}", "", "barrier-cluster"> { let PtxVersion = 78; let SmVersion = 90; }

class Fence<string syntax, string operands = "">
    : Synchronization<syntax, operands, "membar-fence">;
def : Fence<"membar.(cta|gl|sys)">;
def : Fence<"membar.proxy.(alias|async)"> { let PtxVersion = 75; let SmVersion = 60; }
def : Fence<"fence{.(sc|acq_rel)}.scope"> { let PtxVersion = 60; let SmVersion = 70; }
def : Fence<"fence.(acquire|release).scope"> { let PtxVersion = 60; let SmVersion = 70; }
def : Fence<"fence.(acquire|release).(sync_restrict::shared::cta|sync_restrict::shared::cluster).cluster"> { let PtxVersion = 86; let SmVersion = 90; }
def : Fence<"fence.mbarrier_init.release.cluster"> { let PtxVersion = 80; let SmVersion = 90; }
def : Fence<"fence.proxy.(alias|async){.(global|shared::cta|shared::cluster)}"> { let PtxVersion = 75; let SmVersion = 70; }
def : Fence<"fence.proxy.tensormap::generic.release.scope"> { let PtxVersion = 83; let SmVersion = 90; }
def : Fence<"fence.proxy.tensormap::generic.acquire.scope", "[a], imm"> { let PtxVersion = 83; let SmVersion = 90; }
def : Fence<"fence.proxy.async::generic.(acquire|release).(sync_restrict::shared::cta|sync_restrict::shared::cluster).cluster"> { let PtxVersion = 86; let SmVersion = 90; }

def : Set<"atomspace", ["global", "shared", "shared::cta", "shared::cluster"]>;
def : Set<"atomsem", ["relaxed", "acquire", "release", "acq_rel"]>;
class Atomic<string syntax, string operands, string anchor> : Synchronization<syntax, operands, anchor> {
  let Means = Custom<"Atomic">;
}
def : Atomic<"atom{.atomsem}{.scope}{.atomspace}.(and|or|xor).(b32|b64){.hint}", "d, [a], b{, c:b64}", "atom">;
def : Atomic<"atom{.atomsem}{.scope}{.atomspace}.exch.(b32|b64|b128|u32|u64|s32|s64|f32|f64){.hint}", "d, [a], b{, c:b64}", "atom">;
def : Atomic<"atom{.atomsem}{.scope}{.atomspace}.cas.(b16|b32|b64|b128|u32|u64|s32|s64|f32|f64){.hint}", "d, [a], b, c{, e:b64}", "atom">;
def : Atomic<"atom{.atomsem}{.scope}{.atomspace}.(add|inc|dec|min|max).(u32|u64|s32|s64|f32|f64){.hint}", "d, [a], b{, c:b64}", "atom">;
def : Atomic<"atom{.atomsem}{.scope}{.atomspace}.add.noftz.(f16|f16x2|bf16|bf16x2){.hint}", "d, [a], b{, c:b64}", "atom"> { let PtxVersion = 62; let SmVersion = 60; }
def : Atomic<"atom{.atomsem}{.scope}{.global}.(add|min|max){.noftz}{.hint}.vec.(f16|f16x2|bf16|bf16x2|f32)", "{d}, [a], {b}{, c:b64}", "atom"> { let PtxVersion = 81; let SmVersion = 90; }
def : Atomic<"red{.(relaxed|release)}{.scope}{.atomspace}.(and|or|xor).(b32|b64){.hint}", "[a], b{, c:b64}", "red"> { let PtxVersion = 12; }
def : Atomic<"red{.(relaxed|release)}{.scope}{.atomspace}.(add|inc|dec|min|max).(u32|u64|s32|s64|f32|f64){.hint}", "[a], b{, c:b64}", "red"> { let PtxVersion = 12; }
def : Atomic<"red{.(relaxed|release)}{.scope}{.atomspace}.add.noftz.(f16|f16x2|bf16|bf16x2){.hint}", "[a], b{, c:b64}", "red"> { let PtxVersion = 62; let SmVersion = 60; }
def : Atomic<"red{.(relaxed|release)}{.scope}{.global}.(add|min|max){.noftz}{.hint}.vec.(f16|f16x2|bf16|bf16x2|f32)", "[a], {b}{, c:b64}", "red"> { let PtxVersion = 81; let SmVersion = 90; }
def : Atomic<"red.async{.relaxed}{.cluster}{.shared::cluster}{.mbarrier::complete_tx::bytes}.(add|inc|dec|min|max|and|or|xor).(b32|b64|u32|u64|s32|s64)", "[a], b, [c]", "red-async"> { let PtxVersion = 81; let SmVersion = 90; }
def : Atomic<"red.async{.mmio}.release{.scope}{.global}.add.(u32|s32|u64|s64)", "[a], b", "red-async"> { let PtxVersion = 87; let SmVersion = 100; }

// The threads of a warp exchange values: functions of lib/codegen/Intrinsics.def. Without .sync the threads that are active take part.
class Exchange<string syntax, string operands, string anchor, string expression, string ofSigned = expression>
    : Synchronization<syntax, operands, anchor> {
  let Means = Op<expression, ofSigned>;
  let PtxVersion = 60;
  let SmVersion = 30;
}
foreach how = ["All", "Any", "Uni"] in {
  def : Exchange<"vote." # !tolower(how) # ".pred", "p, a:pred", "vote", "@Vote" # how # "(a, @ActiveMask())"> { let PtxVersion = 12; let SmVersion = 0; }
  def : Exchange<"vote.sync." # !tolower(how) # ".pred", "p, a:pred, b:b32", "vote-sync", "@Vote" # how # "(a, b)">;
}
def : Exchange<"vote.ballot.b32", "d, a:pred", "vote", "@Ballot(a, @ActiveMask())"> { let PtxVersion = 20; let SmVersion = 20; }
def : Exchange<"vote.sync.ballot.b32", "d, a:pred, b:b32", "vote-sync", "@Ballot(a, b)">;
foreach size = ["32", "64"] in {
  def : Exchange<"match.any.sync.b" # size, "d:b32, a, b:b32", "match-sync", "@MatchAny" # size # "(a, b)"> { let SmVersion = 70; }
  def : Exchange<"match.all.sync.b" # size, "d|p:b32, a, b:b32", "match-sync", "@MatchAll" # size # "(a, b)"> { let SmVersion = 70; }
}
def : Exchange<"activemask.b32", "d", "activemask", "@ActiveMask()"> { let PtxVersion = 62; }
class Reduction<string words, string name, string nameOfSigned = name>
    : Exchange<"redux.sync." # words, "d, a, b:b32", "redux-sync", "@Redux" # name # "(a, b)", "@Redux" # nameOfSigned # "(a, b)"> {
  let PtxVersion = 70;
  let SmVersion = 80;
}
def : Reduction<"add.(u32|s32)", "Add">;
def : Reduction<"min.(u32|s32)", "UMin", "Min">;
def : Reduction<"max.(u32|s32)", "UMax", "Max">;
def : Reduction<"and.b32", "And">;
def : Reduction<"or.b32", "Or">;
def : Reduction<"xor.b32", "Xor">;
let Means = Absent<"reductions of floats among the lanes of a 10.x warp are not modelled"> in
def : Synchronization<"redux.sync.(min|max){.abs}{.NaN}.f32", "d, a, b:b32", "redux-sync"> { let PtxVersion = 86; let SmVersion = 100; let ArchSpecific = 1; }
def : Synchronization<"griddepcontrol.(launch_dependents|wait)", "", "griddepcontrol"> { let PtxVersion = 78; let SmVersion = 90; }
def : Exchange<"elect.sync", "d|p:b32, a:b32", "elect-sync", "@Elect(a)"> { let PtxVersion = 80; let SmVersion = 90; }

def : Mbarrier<"mbarrier.init{.(shared|shared::cta)}.b64", "[a], b:u32", "init">;
def : Mbarrier<"mbarrier.inval{.(shared|shared::cta)}.b64", "[a]", "inval">;
def : Mbarrier<"mbarrier.expect_tx{.relaxed}{.scope}{.smem}.b64", "[a], b:u32", "expect-tx"> { let PtxVersion = 80; let SmVersion = 90; }
def : Mbarrier<"mbarrier.complete_tx{.relaxed}{.scope}{.smem}.b64", "[a], b:u32", "complete-tx"> { let PtxVersion = 80; let SmVersion = 90; }
foreach op = ["arrive", "arrive_drop"] in {
  def : Mbarrier<"mbarrier." # op # "{.release}{.scope}{.smem}.b64", "d, [a]{, b:u32}", op>;
  def : Mbarrier<"mbarrier." # op # ".relaxed{.scope}{.smem}.b64", "d, [a]{, b:u32}", op> { let PtxVersion = 86; }
  def : Mbarrier<"mbarrier." # op # ".expect_tx{.release}{.scope}{.smem}.b64", "d, [a], b:u32", op> { let PtxVersion = 80; let SmVersion = 90; }
  def : Mbarrier<"mbarrier." # op # ".expect_tx.relaxed{.scope}{.smem}.b64", "d, [a], b:u32", op> { let PtxVersion = 86; let SmVersion = 90; }
  def : Mbarrier<"mbarrier." # op # ".noComplete{.release}{.cta}{.(shared|shared::cta)}.b64", "d, [a], b:u32", op>;
}
foreach op = ["test_wait", "try_wait"] in {
  def : Mbarrier<"mbarrier." # op # "{.acquire}{.scope}{.(shared|shared::cta)}.b64", "p, [a], b:b64{, c:u32}", "test-wait-try-wait">;
  def : Mbarrier<"mbarrier." # op # ".relaxed{.scope}{.(shared|shared::cta)}.b64", "p, [a], b:b64{, c:u32}", "test-wait-try-wait"> { let PtxVersion = 86; }
  def : Mbarrier<"mbarrier." # op # ".parity{.acquire}{.scope}{.(shared|shared::cta)}.b64", "p, [a], b:u32{, c:u32}", "test-wait-try-wait">;
  def : Mbarrier<"mbarrier." # op # ".parity.relaxed{.scope}{.(shared|shared::cta)}.b64", "p, [a], b:u32{, c:u32}", "test-wait-try-wait"> { let PtxVersion = 86; }
}
def : Mbarrier<"mbarrier.pending_count.b64", "d:u32, a", "pending-count">;

let Means = Absent<"blocks of 10.x that take over the work of others are not modelled"> in
def : Synchronization<"clusterlaunchcontrol.try_cancel.async{.(shared|shared::cta)}.mbarrier::complete_tx::bytes{.multicast::cluster::all}.b128", "[a], [b]", "clusterlaunchcontrol-try-cancel"> { let PtxVersion = 86; let SmVersion = 100; }
let Means = Absent<"blocks of 10.x that take over the work of others are not modelled"> in
def : Synchronization<"clusterlaunchcontrol.query_cancel.is_canceled.pred.b128", "p, a:b128", "clusterlaunchcontrol-query-cancel"> { let PtxVersion = 86; let SmVersion = 100; }
let Means = Absent<"blocks of 10.x that take over the work of others are not modelled"> in
def : Synchronization<"clusterlaunchcontrol.query_cancel.(get_first_ctaid|get_first_ctaid::x|get_first_ctaid::y|get_first_ctaid::z){.v4}.b32.b128", "{d}, a:b128", "clusterlaunchcontrol-query-cancel"> { let PtxVersion = 86; let SmVersion = 100; }
