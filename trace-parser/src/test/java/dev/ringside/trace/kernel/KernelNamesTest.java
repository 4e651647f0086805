package dev.ringside.trace.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringside.trace.record.Kernel;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KernelNamesTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>) | NCCL ALL_REDUCE RING",
        "ncclDevKernel_AllReduce_Sum_f32_TREE_LL(ncclDevComm*, unsigned long, ncclWork*) | NCCL ALL_REDUCE TREE",
        "ncclKernel_AllReduce_RING_LL_Sum_half(ncclDevComm *, unsigned long, ncclWork *) | NCCL ALL_REDUCE RING",
        "ncclKernel_AllReduce_NVLS_TREE_Simple_Sum_half(ncclDevComm*) | NCCL ALL_REDUCE NVLS_TREE",
        "ncclDevKernel_AllGather_RING_LL(ncclDevKernelArgsStorage<4096ul>) | NCCL ALL_GATHER RING",
        "ncclDevKernel_ReduceScatter_Sum_bf16_RING_LL(ncclDevKern... | NCCL REDUCE_SCATTER RING",
        "ncclDevKernel_SendRecv(ncclDevKernelArgsStorage<4096ul>) | NCCL SEND ''",
        "ncclDevKernel_Generic(ncclDevKernelArgsStorage<4096ul>) | NCCL UNKNOWN ''",
        "ncclSymkDevKernel_AllReduce_RSxLDMC_AGxSTMC_sum_bf16(ncclSymkDevWorkArgs4K) | NCCL_SYMMETRIC ALL_REDUCE RSxLDMC_AGxSTMC",
        "ncclSymDevKernel_AllReduce_AGxLL_R_sum_f16(ncclSymDevArgs) | NCCL_SYMMETRIC ALL_REDUCE AGxLL_R",
        "ncclSymkDevKernel_AllGather_STMC(ncclSymkDevWorkArgs4K) | NCCL_SYMMETRIC ALL_GATHER STMC",
        "void vllm::cross_device_reduce_1stage<__nv_bfloat16, 8>(int) | CUSTOM ALL_REDUCE ''",
        "void sglang::cross_device_reduce_2stage<__nv_bfloat16, 8>(int) | CUSTOM ALL_REDUCE ''",
        "void (anonymous namespace)::all_reduce_one_shot_push_kernel<__nv_bfloat16, 8u, true>(int) | CUSTOM ALL_REDUCE ''",
        "void tensorrt_llm::oneShotAllReduceKernel<__half, (int)8>(tensorrt_llm::AllReduceParams) | CUSTOM ALL_REDUCE ''",
        "void flashinfer::trtllm_allreduce_fusion::allreduce_fusion_kernel_oneshot_lamport<(flashinfer::trtllm_allreduce_fusion::AllReduceFusionPattern)1, __nv_bfloat16, 8, false>(int) | FUSED ALL_REDUCE ''",
        "void flashinfer::trtllm_allreduce_fusion::allreduce_fusion_kernel_oneshot_lamport<(flashinfer::trtllm_allreduce_fusion::AllReduceFusionPattern)0, __nv_bfloat16, 8, false>(int) | CUSTOM ALL_REDUCE ''",
        "void multimem_all_reduce_kernel<c10::BFloat16, 16>(int) | TORCH_SYMM_MEM ALL_REDUCE ''",
        "void two_shot_all_reduce_kernel_inplace<c10::BFloat16>(int) | TORCH_SYMM_MEM ALL_REDUCE ''",
        "void quickreduce::allreduce_prototype_twoshot<int>(int) | QUICK_REDUCE ALL_REDUCE ''",
        "void mscclpp::collective::allreduceNvls<int>(int) | MSCCLPP ALL_REDUCE ''"
      })
  void aNameTellsFamilyOperationAndPattern(String name, String expected) {
    Kernel kernel = KernelNames.parse(name, 24, 640).orElseThrow();

    assertThat(kernel.family() + " " + kernel.op() + " " + kernel.pattern())
        .isEqualTo(expected.replace("''", ""));
    assertThat(kernel.channels()).isEqualTo(24);
    assertThat(kernel.threads()).isEqualTo(640);
    assertThat(kernel.name()).doesNotContain("<", "(", "void").isNotEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "void at::native::reduce_kernel<512, 1, at::native::ReduceOp<float> >(int)",
        "void cublasLt::splitKreduce_kernel<32, 16, int>(int)",
        "ampere_fp16_s16816gemm_fp16_128x64_ldg8_f2f_stages_64x4_tn",
        "ncclCommInitRank",
        ""
      })
  void otherKernelsDoNotCommunicate(String name) {
    assertThat(KernelNames.parse(name, 0, 0)).isEmpty();
  }

  @Test
  void idsAreFoundAgainHoweverManyThereAre() {
    IdMap ids = new IdMap();
    long[] keys = new long[10_000];
    Arrays.setAll(keys, i -> i * 0x9E3779B97F4A7C15L);
    for (int i = 0; i < keys.length; i++) {
      assertThat(ids.put(keys[i], i)).isTrue();
      assertThat(ids.put(keys[i], i + 1)).isFalse();
    }
    for (int i = 0; i < keys.length; i++) {
      assertThat(ids.get(keys[i], -1)).isEqualTo(i + 1);
    }
    assertThat(ids.get(5, -7)).isEqualTo(-7);
    assertThat(ids.size()).isEqualTo(keys.length);
  }
}
